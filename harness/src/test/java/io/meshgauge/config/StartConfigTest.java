package io.meshgauge.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.change.StartSettings;
import io.meshgauge.measure.Metric;
import io.meshgauge.product.registry.Products;
import io.meshgauge.yaml.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StartConfigTest {
  private static final String CLUSTER = "platform: kubernetes, kubernetes: {context: c}";

  @TempDir Path folder;

  @Test
  void podsOfTheServiceBehindTheEntryAreStartedUnderASteadyLoad() throws IOException {
    ExperimentFile file =
        read(
            "{%s, variants: [baseline, istio-mtls, istio-plaintext], plans: [{name: start, duration: 120s}]}"
                .formatted(CLUSTER));

    Plan plan = file.experiment().plans().get(0);
    assertThat(StartSettings.of(plan.properties()).service()).contains("order");
    assertThat(plan.jmx()).isEqualTo(Plan.STEADY);
    assertThat(plan.judges(Metric.START_TIME)).isTrue();
    assertThat(plan.judges(Metric.ENFORCED_WITHIN)).isFalse();
    assertThat(file.notes()).anyMatch(it -> it.contains("one more pod of order is started"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          platform: local                              | istio-mtls    | 120s                                       | the plan start on the platform local
          platform: kubernetes, kubernetes: {context: c} | haproxy       | 120s                                       | whose proxies are not in the pods of services
          platform: kubernetes, kubernetes: {context: c} | istio-ambient | 120s                                       | expected: variants of baseline
          platform: kubernetes, kubernetes: {context: c} | istio-mtls    | 20s                                        | the start of a pod takes up to 30.0 s
          platform: kubernetes, kubernetes: {context: c} | istio-mtls    | 120s, properties: {start-service: auth}    | which no request of the harness reaches by HTTP/1.1
          platform: kubernetes, kubernetes: {context: c} | istio-mtls    | 120s, properties: {start-service: orders}  | start-service: one of
          platform: kubernetes, kubernetes: {context: c} | istio-mtls    | 120s, properties: {start-pause: 100ms}     | at least 1s
          platform: kubernetes, kubernetes: {context: c} | {mesh: istio-mtls, settings: {arm-fault: "uncaptured:auth"}} | 120s | name the service of the plan
          platform: kubernetes, kubernetes: {context: c} | {mesh: envoy, settings: {arm-fault: "uncaptured:order"}} | 120s | a mesh that injects its proxy
          """)
  void whatStartsNoPodOfItsOwnIsRefusedWithTheReason(
      String platform, String variant, String plan, String reason) {
    assertThatThrownBy(
            () ->
                read(
                    "{%s, variants: [%s], plans: [{name: start, duration: %s}]}"
                        .formatted(platform, variant, plan)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining(reason);
  }

  private ExperimentFile read(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("experiment.yaml"), text);
    return new Configuration(Path.of(System.getProperty("meshgauge.home", "..")), Products.all())
        .file(file, Overrides.NONE);
  }
}
