package io.meshgauge.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Protocol;
import io.meshgauge.experiment.Slo;
import io.meshgauge.measure.Metric;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OverridesTest {
  @TempDir Path folder;

  @Test
  void optionsComeAfterTheFile() throws IOException {
    Experiment experiment =
        read(
            "seed: 1\nprotocol: {rate: 10}\nslos: {response_p99: 1s}",
            Map.ofEntries(
                Map.entry("rate", "50"),
                Map.entry("replicates", "7"),
                Map.entry("seed", "99"),
                Map.entry("warmup", "4000"),
                Map.entry("arrival", "uniform"),
                Map.entry("connections", "4"),
                Map.entry("windows", "1"),
                Map.entry("noise-floor", "false"),
                Map.entry("slo.response_p99", "30ms"),
                Map.entry("name", "other")));

    assertThat(experiment.protocol())
        .isEqualTo(new Protocol(7, OptionalDouble.of(50), "uniform", 4000, 4, 1, false));
    assertThat(experiment.seed()).isEqualTo(99);
    assertThat(experiment.name()).isEqualTo("other");
    assertThat(experiment.slos()).contains(new Slo(Metric.RESPONSE_P99, 0.03));
  }

  @Test
  void durationAppliesToEveryPlan() throws IOException {
    Experiment experiment =
        read("plans: [steady, stress, {name: stages, duration: 1h}]", Map.of("duration", "20s"));

    assertThat(experiment.plans())
        .extracting(Plan::duration)
        .containsOnly(Duration.ofSeconds(20))
        .hasSize(3);
  }

  @Test
  void selectedPlansKeepTheirSettingsInTheFile() throws IOException {
    Experiment experiment =
        read(
            "plans: [{name: stress, duration: 1m, properties: {peaks: 2}}]",
            Map.of("plans", "stages, stress"));

    assertThat(experiment.plans()).extracting(Plan::name).containsExactly("stages", "stress");
    assertThat(experiment.plans().get(0).duration()).isEqualTo(Duration.ofSeconds(30));
    assertThat(experiment.plans().get(1).duration()).isEqualTo(Duration.ofMinutes(1));
    assertThat(experiment.plans().get(1).properties()).containsOnly(entry("peaks", "2"));
  }

  @Test
  void onlyKnownSystemPropertiesAreTaken() {
    Properties properties = new Properties();
    properties.setProperty("rate", "50");
    properties.setProperty("slo.response_p99", "30ms");
    properties.setProperty("name", "a build tool's own");
    properties.setProperty("java.home", "/java");
    properties.setProperty("seed", "");

    assertThat(Overrides.among(properties).values())
        .containsOnly(entry("rate", "50"), entry("slo.response_p99", "30ms"));
  }

  private Experiment read(String yaml, Map<String, String> options) throws IOException {
    Path file = Files.writeString(folder.resolve("test.yaml"), yaml);
    return new Configuration(SampleHome.in(folder), FakeMesh.all())
        .file(file, Overrides.NONE.and(options))
        .experiment();
  }
}
