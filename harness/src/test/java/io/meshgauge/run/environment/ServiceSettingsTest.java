package io.meshgauge.run.environment;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Variant;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ServiceSettingsTest {

  @Test
  void servicesGetTheirSettingsAndNotThoseOfTheMesh() {
    Variant variant =
        Variant.plain("envoy")
            .with("workers", "1")
            .with("tap", "on")
            .with("payload-bytes", "64")
            .with("failure-rate", "0.1");

    assertThat(ServiceSettings.of(variant))
        .containsOnlyKeys("payload-bytes", "failure-rate")
        .containsEntry("payload-bytes", "64");
  }

  @Test
  void settingsOfAPlanApplyToVariantsThatDoNotSetThem() {
    Plan storm =
        new Plan(
            Plan.RETRY_STORM,
            Plan.MIN_DURATION,
            new TreeMap<>(Map.of("think-time", "5ms", "mix", "x")));

    assertThat(ServiceSettings.of(Variant.plain("baseline"), storm))
        .containsOnly(Map.entry("failure-rate", "0.5"), Map.entry("think-time", "5ms"));
    assertThat(ServiceSettings.of(Variant.plain("envoy").with("failure-rate", "0.1"), storm))
        .containsEntry("failure-rate", "0.1");
  }
}
