package io.meshgauge.product.envoy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshgauge.probe.ProbeException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EnvoyListenerVersionsTest {
  @Test
  void theVersionIsTheOneThatTakesNewConnections() {
    String page =
        """
        {"configs": [
          {"name": "settled", "active_state": {"version_info": "usual", "listener": {"filter_chains": [{"name": "changed"}]}}},
          {"name": "draining", "active_state": {"version_info": "usual", "listener": {"filter_chains": [{"name": "changed"}]}},
           "draining_state": {"version_info": "usual", "listener": {"filter_chains": [{"name": "usual"}]}}},
          {"name": "warming", "active_state": {"version_info": "usual", "listener": {"filter_chains": [{"name": "usual"}]}},
           "warming_state": {"version_info": "usual", "listener": {"filter_chains": [{"name": "changed"}]}}},
          {"name": "refused", "active_state": {"version_info": "usual", "listener": {"filter_chains": [{"name": "usual"}]}},
           "error_state": {"details": "no such filter"}}
        ]}
        """;

    assertThat(EnvoyListenerVersions.parse(page))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "settled", "changed",
                "draining", "changed",
                "warming", "not ready yet",
                "refused", "refused: no such filter"));
  }

  @Test
  void proxyWithoutPushHasNoVersion() {
    assertThat(EnvoyListenerVersions.parse("{}")).isEmpty();
  }

  @Test
  void invalidPageIsRefused() {
    assertThatThrownBy(() -> EnvoyListenerVersions.parse("<html>"))
        .isInstanceOf(ProbeException.class)
        .hasMessageContaining("not Envoy's page of listeners");
  }
}
