package io.meshgauge.platform.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.Variant;
import io.meshgauge.platform.kubernetes.manifest.Manifest;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.SampleServices;
import org.junit.jupiter.api.Test;

/** Tests the manifests of Istio's ambient mode, with and without a waypoint. */
class AmbientManifestsTest extends VariantManifests {
  private static final Variant PLAIN = Variant.plain("istio-ambient");

  @Test
  void theNamespaceEnrolsAndNoPodHasASidecar() {
    assertThat(Products.named("istio-ambient").design(PLAIN).kubernetes().namespaceLabels())
        .containsEntry("istio.io/dataplane-mode", "ambient");
    assertThat(objects(SampleServices.ALL, PLAIN).toString())
        .doesNotContain("sidecar.istio.io/inject");
  }

  @Test
  void theUnmeshedPodIsOutsideOfTheMesh() {
    assertThat(Manifest.name(manifests.outsider("n1"))).isEqualTo(UnmeshedPod.NAME);
    assertThat(manifests.outsider("n1").at("/spec/nodeName").asText()).isEqualTo("n1");
    assertThat(manifests.outsider("n1").at("/spec").has("hostNetwork")).isFalse();
    assertThat(manifests.outsider("n1").at("/metadata/labels").toString())
        .contains("\"istio.io/dataplane-mode\":\"none\"");
  }
}
