package io.meshgauge.product;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Variant;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.SampleServices;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlacementSettingsTest {
  @ParameterizedTest
  @ValueSource(strings = {"spread", "one-node", "zones", "order=node-2,load=worker.example.org"})
  void everyMeshOnAClusterTakesAPlacement(String placement) {
    for (String mesh : List.of("baseline", "istio-mtls", "istio-ambient", "haproxy")) {
      assertThat(problems(mesh, placement)).isEmpty();
    }
  }

  @Test
  void givenNodesAreReadByWorkload() {
    Variant arm = Variant.plain("envoy").with("placement", "order=a,load=b");

    assertThat(PlacementSettings.of(arm, 1).given()).isEqualTo(Map.of("order", "a", "load", "b"));
    assertThat(PlacementSettings.of(arm.with("arm-fault", "other-node:order"), 1).misplaced())
        .contains("order");
  }

  @Test
  void refusesWhatCannotBe() {
    assertThat(problems("envoy", "somewhere"))
        .containsExactly(
            "setting placement: 'somewhere' on mesh envoy: expected one of spread, one-node, zones,"
                + " or nodes by workload such as order=NODE,load=NODE,load-1=NODE");
    assertThat(problems("envoy", "prices=a"))
        .containsExactly(
            "setting placement on mesh envoy: the application has no workload prices; expected"
                + " some of logging, payment, auth, order, gateway, load");
    assertThat(problems("cilium-wireguard", "one-node"))
        .singleElement()
        .asString()
        .contains("it encrypts what crosses nodes, and nothing would");
  }

  @Test
  void oneMachineHasNoPlacement() {
    assertThat(problems(Variant.plain("envoy").with("placement", "spread"), PlatformKind.LOCAL))
        .containsExactly(
            "setting placement on mesh envoy: expected platform kubernetes; on platform local there"
                + " is one machine");
    assertThat(
            problems(
                Variant.plain("envoy").with("arm-fault", "other-node:order"), PlatformKind.LOCAL))
        .singleElement()
        .asString()
        .startsWith("setting arm-fault on mesh envoy: expected platform kubernetes");
  }

  private static List<String> problems(String mesh, String placement) {
    return problems(Variant.plain(mesh).with("placement", placement), PlatformKind.KUBERNETES);
  }

  private static List<String> problems(Variant variant, PlatformKind platform) {
    return Products.named(variant.mesh()).problems(variant, platform, SampleServices.ALL);
  }
}
