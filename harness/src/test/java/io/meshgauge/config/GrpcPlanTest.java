package io.meshgauge.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshgauge.experiment.Plan;
import io.meshgauge.measure.Metric;
import io.meshgauge.product.registry.Products;
import io.meshgauge.yaml.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The plan {@code grpc}, whose calls do not enter at the gateway. */
class GrpcPlanTest {
  @TempDir Path folder;
  private Configuration configuration;

  @BeforeEach
  void installation() throws IOException {
    Path home = SampleHome.in(folder);
    Files.writeString(home.resolve("jmeter-plans/src/main/jmx/grpc.jmx"), "<jmeterTestPlan/>");
    configuration = new Configuration(home, Products.all());
  }

  @Test
  void grpcPlanHasItsOwnJMeterPlanAndProperties() throws IOException {
    Plan plan =
        read("variants: [envoy]\nplans: [{name: grpc, properties: {channels: '1'}}]").get(0);

    assertThat(plan.isGrpc()).isTrue();
    assertThat(plan.kind()).isEqualTo(Plan.Kind.REQUESTS);
    assertThat(plan.jmx()).isEqualTo("grpc");
    assertThat(plan.properties()).isEqualTo(Map.of("channels", "1"));
    assertThat(plan.measures(Metric.RESPONSE_P99)).isTrue();
    assertThat(plan.judges(Metric.ERROR_RATIO)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "istio-mtls",
        "istio-plaintext",
        "envoy",
        "istio-ambient",
        "haproxy",
        "nginx",
        "traefik"
      })
  void everyLocalMeshSupportsIt(String mesh) throws IOException {
    assertThat(read("variants: [baseline, %s]\nplans: [grpc, baseline]".formatted(mesh)))
        .extracting(Plan::isGrpc)
        .containsExactly(true, false);
  }

  @ParameterizedTest
  @CsvSource({
    "mesh: istio-mtls | policy: rbac, its policy applies to requests that enter at gateway",
    "mesh: haproxy | settings: {tls: terminate}, its TLS terminates before gateway",
    "mesh: envoy | telemetry: tracing-10%, only for requests that enter at gateway",
    "mesh: envoy | settings: {request-timeout: 250ms}, are proven by HTTP status codes"
  })
  void variantWithPromisesAtTheGatewayIsRefused(String variant, String why) {
    String yaml =
        "variants: [{name: special, %s}]\nplans: [grpc]".formatted(variant.replace(" | ", ", "));

    assertThatThrownBy(() -> read(yaml))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("the plan grpc with the variant special on local: ")
        .hasMessageContaining(why);
  }

  @Test
  void clusterMeshMustAllowCallsPastTheGateway() throws IOException {
    String cluster = "platform: kubernetes\nkubernetes: {context: lab}\nplans: [grpc]\n";

    assertThat(read(cluster + "variants: [baseline, istio-mtls, istio-plaintext]")).hasSize(1);
    assertThatThrownBy(() -> read(cluster + "variants: [baseline, linkerd]"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("the plan grpc with the variant linkerd on kubernetes")
        .message()
        .doesNotContain("variant baseline");
  }

  private List<Plan> read(String yaml) throws IOException {
    Path file = Files.writeString(folder.resolve("calls.yaml"), yaml);
    return configuration.file(file, Overrides.NONE).experiment().plans();
  }
}
