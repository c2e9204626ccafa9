package io.meshgauge.probe.proxy;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshgauge.probe.ProbeException;
import io.meshgauge.product.envoy.EnvoyRules;
import io.meshgauge.product.haproxy.HaproxyType;
import io.meshgauge.product.nginx.NginxType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Damaged pages of proxies that once caused defects. */
@Timeout(20)
class HostileProxyPagesTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "# pxname,svname,bin,\norder,FRONTEND,1,\"a\".",
        "# pxname,svname,,bin,\norder,FRONTEND,1,2,",
        "# pxname,svname,a,\norder"
      })
  void aTableOfHaproxyThatIsNoneIsRefused(String page) {
    assertThatThrownBy(() -> new HaproxyType().counters(page, 0))
        .isInstanceOf(ProbeException.class)
        .hasMessageContaining("HAProxy's statistics are not a table");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "-1s", "1", "99999999999999999999s", "-9223372036854775808s"})
  void aDurationOfEnvoyThatIsNoneIsRefused(String duration) {
    String page =
        "{\"configs\": [{\"route\": {\"cluster\": \"order\", \"timeout\": \"%s\"}}]}"
            .formatted(duration);

    assertThatThrownBy(() -> EnvoyRules.parse(page))
        .isInstanceOf(ProbeException.class)
        .hasMessageContaining("has the duration \"" + duration + "\"; expected seconds");
  }

  /** The square of its length, in steps, before. */
  @Test
  void aPageOfNginxWithManyEmptyLinesIsReadAtOnce() {
    String page = "server accepts handled requests" + "\n ".repeat(200_000) + "x";

    assertThatThrownBy(() -> new NginxType().counters(page, 0))
        .isInstanceOf(ProbeException.class)
        .hasMessageContaining("stub_status");
  }
}
