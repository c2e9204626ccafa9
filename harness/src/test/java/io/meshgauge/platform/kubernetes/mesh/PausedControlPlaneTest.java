package io.meshgauge.platform.kubernetes.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Variant;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.product.Product;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.design.ControlPlane;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@EnableKubernetesMockClient(crud = true, https = false)
class PausedControlPlaneTest {
  private static final String SYSTEM = "istio-system";

  private final ControlPlane istio =
      Products.named("istio-mtls")
          .requirements(Variant.plain("istio-mtls"), PlatformKind.KUBERNETES)
          .controlPlane()
          .orElseThrow();

  KubernetesClient client;

  @BeforeEach
  void istiod() {
    client
        .resource(
            """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: istiod, namespace: istio-system, labels: {app: istiod}}
            spec: {replicas: 1, selector: {matchLabels: {app: istiod}}}
            status: {readyReplicas: 1, updatedReplicas: 1}
            """)
        .create();
    pod("istiod-runs", "istiod", "Running");
    pod("istiod-pending", "istiod", "Pending");
    pod("gateway", "istio-ingress", "Running");
  }

  private void pod(String name, String app, String phase) {
    client
        .resource(
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: %s, namespace: istio-system, labels: {app: %s}}
            status: {phase: %s}
            """
                .formatted(name, app, phase))
        .create();
  }

  @Test
  void onlyItsRunningPodsAreDeleted() {
    new PausedControlPlane(client, istio).lasting(Duration.ofMillis(10));

    assertThat(client.pods().inNamespace(SYSTEM).list().getItems())
        .extracting(it -> it.getMetadata().getName())
        .containsExactlyInAnyOrder("istiod-pending", "gateway");
    assertThat(client.apps().deployments().inNamespace(SYSTEM).withName("istiod").get().getSpec())
        .as("is not scaled: it would stay so if the harness died")
        .satisfies(it -> assertThat(it.getReplicas()).isEqualTo(1));
  }

  @Test
  void absentControlPlaneIsReported() {
    client.apps().deployments().inNamespace(SYSTEM).withName("istiod").delete();

    assertThatThrownBy(() -> new PausedControlPlane(client, istio).lasting(Duration.ofMillis(10)))
        .isInstanceOf(PlatformException.class)
        .hasMessageContaining("none of its deployments is on the cluster")
        .hasMessageContaining("app=istiod");
    assertThat(client.pods().inNamespace(SYSTEM).list().getItems()).hasSize(3);
  }

  @Test
  void aNetworkOfTheClusterAndWhatHasNoControlPlaneCannotBePaused() {
    assertThat(
            Products.all().stream()
                .filter(PausedControlPlaneTest::pausable)
                .map(product -> product.descriptor().key()))
        .contains("istio-mtls", "istio-plaintext", "istio-ambient", "linkerd", "traefik-mesh")
        .doesNotContain("baseline", "envoy", "cilium");
  }

  private static boolean pausable(Product mesh) {
    return mesh.requirements(Variant.plain(mesh.descriptor().key()), PlatformKind.KUBERNETES)
        .controlPlane()
        .filter(ControlPlane::pausable)
        .isPresent();
  }
}
