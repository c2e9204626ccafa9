package io.meshgauge.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshgauge.experiment.Plan;
import io.meshgauge.measure.Metric;
import io.meshgauge.yaml.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The plan {@code retry-storm} in experiment files. */
class StormPlanTest {
  @TempDir Path folder;

  private Plan read(String plan) throws IOException {
    Path home = SampleHome.in(folder);
    Files.writeString(
        home.resolve("jmeter-plans/src/main/jmx/retry-storm.jmx"), "<jmeterTestPlan/>");
    Path file = Files.writeString(folder.resolve("storm.yaml"), "plans: [%s]".formatted(plan));
    return new Configuration(home, FakeMesh.all())
        .file(file, Overrides.NONE)
        .experiment()
        .plans()
        .get(0);
  }

  @Test
  void failureRateDefaultsToHalf() throws IOException {
    assertThat(read("retry-storm").properties()).containsEntry("failure-rate", "0.5");
    assertThat(read("{name: retry-storm, properties: {failure-rate: 0.9}}").properties())
        .containsEntry("failure-rate", "0.9");
    assertThat(read("steady").properties()).isEmpty();
  }

  @Test
  void injectedErrorsAreMeasuredAndNotJudged() throws IOException {
    Plan storm = read("retry-storm");
    assertThat(storm.measures(Metric.ERROR_RATIO)).isTrue();
    assertThat(storm.judges(Metric.ERROR_RATIO)).isFalse();
    assertThat(storm.judges(Metric.RESPONSE_P99)).isTrue();
    assertThat(read("steady").judges(Metric.ERROR_RATIO)).isTrue();
  }

  @Test
  void invalidServiceSettingIsRefused() {
    assertThatThrownBy(() -> read("{name: retry-storm, properties: {failure-rate: 50%}}"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("failure-rate is \"50%\"")
        .hasMessageContaining("a share from 0 to 1");
  }
}
