package io.meshgauge.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrafficSettingTest {
  private static final List<String> LINES =
      List.of("retries", "timeouts", "rate limit", "circuit breaker", "configuration");

  @ParameterizedTest
  @CsvSource({
    "retries, off, retries",
    "retry-on, 5xx, retries",
    "request-timeout, 2s, timeouts",
    "rate-limit, 30, rate limit",
    "circuit-breaker, 8, circuit breaker",
    "concurrent-retries, 1, circuit breaker",
    "outlier-detection, 5, circuit breaker",
    "synthetic-services, 1000, configuration",
    "synthetic-routes, 1000, configuration"
  })
  void settingDeclaresItsFairnessLine(String setting, String value, String line) {
    List<Variant> arms =
        List.of(Variant.plain("envoy"), Variant.plain("istio-mtls").with(setting, value));

    assertThat(LINES).filteredOn(it -> TrafficSetting.declares(arms, it)).containsExactly(line);
    assertThat(TrafficSetting.any(arms.get(0))).isFalse();
    assertThat(TrafficSetting.any(arms.get(1))).isTrue();
  }

  @Test
  void unsetSettingIsNotDeclared() {
    List<Variant> arms = List.of(Variant.plain("envoy"), Variant.plain("haproxy"));

    assertThat(LINES).noneMatch(it -> TrafficSetting.declares(arms, it));
  }
}
