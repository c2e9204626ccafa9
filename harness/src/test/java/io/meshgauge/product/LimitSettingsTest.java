package io.meshgauge.product;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Variant;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.SampleServices;
import java.util.List;
import org.junit.jupiter.api.Test;

class LimitSettingsTest {
  @Test
  void everyMeshLimitsServicesAndProxies() {
    assertThat(
            problems(
                Variant.plain("istio-mtls")
                    .with("cpu-limit", "0.5")
                    .with("memory-limit", "256Mi")
                    .with("proxy-cpu-limit", "100m")
                    .with("proxy-memory-limit", "64Mi")
                    .with("arm-fault", "limit-not-applied:order-proxy")))
        .isEmpty();
    assertThat(problems(Variant.plain("baseline").with("cpu-limit", "250m"))).isEmpty();
  }

  @Test
  void refusesAmountsThatKubernetesWouldWriteOtherwise() {
    assertThat(problems(Variant.plain("baseline").with("cpu-limit", "half")))
        .containsExactly(
            "setting cpu-limit: 'half' on mesh baseline: expected cores as Kubernetes writes them,"
                + " such as 250m or 0.5, at least 10m");
    assertThat(problems(Variant.plain("baseline").with("memory-limit", "256MiB")))
        .containsExactly(
            "setting memory-limit: '256MiB' on mesh baseline: expected bytes as Kubernetes writes"
                + " them, such as 256Mi, at least 4Mi");
  }

  @Test
  void refusesLimitsOfProxiesThatAreNotThere() {
    assertThat(problems(Variant.plain("baseline").with("proxy-cpu-limit", "100m")))
        .containsExactly(
            "setting proxy-cpu-limit on mesh baseline: it has no proxies; expected a mesh with"
                + " proxies");
  }

  @Test
  void refusesTheTrapWithoutALimit() {
    assertThat(problems(Variant.plain("envoy").with("arm-fault", "limit-not-applied:order-proxy")))
        .singleElement()
        .asString()
        .contains("expected a limit that is not applied: one of the settings cpu-limit");
  }

  @Test
  void onAClusterTheProxiesMustBeInThePodsOfTheServices() {
    assertThat(onCluster("istio-mtls")).isEmpty();
    assertThat(onCluster("linkerd")).isEmpty();
    assertThat(onCluster("envoy")).isEmpty();
    for (String mesh : List.of("istio-ambient", "haproxy", "traefik-mesh")) {
      assertThat(onCluster(mesh))
          .singleElement()
          .asString()
          .contains("expected a mesh with sidecars");
    }
  }

  private static List<String> onCluster(String mesh) {
    return Products.named(mesh)
        .problems(
            Variant.plain(mesh).with("cpu-limit", "250m").with("proxy-cpu-limit", "100m"),
            PlatformKind.KUBERNETES,
            SampleServices.ALL);
  }

  private static List<String> problems(Variant variant) {
    return Products.named(variant.mesh()).problems(variant, PlatformKind.LOCAL, SampleServices.ALL);
  }
}
