package io.meshgauge.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.change.EnforcementSettings;
import io.meshgauge.measure.Metric;
import io.meshgauge.product.registry.Products;
import io.meshgauge.yaml.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EnforcementConfigTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"platform: local", "platform: kubernetes, kubernetes: {context: c}"})
  void denialsAndPermissionsAlternateAndTheBaselineIsTheControl(String platform)
      throws IOException {
    ExperimentFile file =
        read(
            "{%s, variants: [baseline, istio-mtls, istio-plaintext], plans: [{name: enforcement, duration: 52s}]}"
                .formatted(platform));

    Plan plan = file.experiment().plans().get(0);
    EnforcementSettings settings = EnforcementSettings.of(plan.properties());
    assertThat(settings.interval()).isEqualTo(Duration.ofSeconds(5));
    assertThat(settings.changes(plan.duration())).isEqualTo(10);
    assertThat(plan.jmx()).isEqualTo(Plan.STEADY);
    assertThat(plan.judges(Metric.ENFORCED_WITHIN)).isTrue();
    assertThat(plan.judges(Metric.ERROR_RATIO)).isTrue();
    assertThat(file.notes())
        .anyMatch(it -> it.contains("10 times, every 5.00 s (change-interval)"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          haproxy                                               | 30s                                        | expected: variants of baseline, istio-mtls, istio-plaintext
          {mesh: istio-mtls, settings: {listeners: fixed}}      | 30s                                        | has the setting listeners: fixed
          {mesh: istio-mtls, settings: {replicas: 2}}           | 30s                                        | has several processes of a service
          istio-mtls                                            | 30s, properties: {change-interval: 20s}    | measures for 30.0 s, and changes a policy every 20.0 s
          istio-mtls                                            | 30s, properties: {change-interval: 100ms}  | at least 3s
          """)
  void whatCannotBeChangedOrWatchedIsRefusedWithTheReason(
      String variant, String plan, String reason) {
    assertThatThrownBy(
            () ->
                read(
                    "{variants: [%s], plans: [{name: enforcement, duration: %s}]}"
                        .formatted(variant, plan)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining(reason);
  }

  private ExperimentFile read(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("experiment.yaml"), text);
    return new Configuration(Path.of(System.getProperty("meshgauge.home", "..")), Products.all())
        .file(file, Overrides.NONE);
  }
}
