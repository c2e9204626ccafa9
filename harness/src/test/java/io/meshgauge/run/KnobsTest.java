package io.meshgauge.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.Variant;
import org.junit.jupiter.api.Test;

class KnobsTest {

  @Test
  void theServicesGetTheirKnobsAndNotTheMeshsSettings() {
    Variant variant =
        Variant.plain("envoy")
            .with("workers", "1")
            .with("tap", "on")
            .with("payload-bytes", "64")
            .with("failure-rate", "0.1");

    assertThat(Knobs.of(variant))
        .containsOnlyKeys("payload-bytes", "failure-rate")
        .containsEntry("payload-bytes", "64");
  }
}
