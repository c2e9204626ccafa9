package io.meshgauge.platform.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.meshgauge.mesh.linkerd.LinkerdControlPlane;
import io.meshgauge.platform.Needs;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is found of meshes on a real cluster before anything is deployed. */
abstract class ControlPlaneContract extends ClusterCase {

  @Test
  void aMeshWhoseControlPlaneIsBrokenIsRefusedInWords() {
    String namespace = fresh();
    create(namespace);
    try {
      client.resource(brokenControlPlane(namespace)).create();
      Needs linkerd = new Needs(Set.of(), List.of(LinkerdControlPlane.LINKERD));

      try (KubernetesPlatform platform = platform(target(fresh()))) {
        await()
            .atMost(Duration.ofSeconds(60))
            .untilAsserted(
                () ->
                    assertThat(platform.problems(linkerd))
                        .anyMatch(
                            it ->
                                it.startsWith(
                                        "Linkerd does not work: of deployment linkerd-destination in "
                                            + namespace)
                                    && it.contains("0 of 1 pods are ready")
                                    && it.contains("Err")));
        assertThat(platform.problems(linkerd))
            .anyMatch(
                it ->
                    it.startsWith(
                        "Linkerd is not whole: there is no deployment labelled linkerd.io/control-plane-component=identity"))
            .anyMatch(
                it ->
                    it.startsWith(
                        "the API server does not know servers of policy.linkerd.io/v1beta3"));
      }
    } finally {
      ExperimentNamespace.delete(client, namespace);
    }
  }

  private static Deployment brokenControlPlane(String namespace) {
    Map<String, String> labels = Map.of("linkerd.io/control-plane-component", "destination");
    return new DeploymentBuilder()
        .withNewMetadata()
        .withName("linkerd-destination")
        .withNamespace(namespace)
        .withLabels(labels)
        .endMetadata()
        .withNewSpec()
        .withNewSelector()
        .withMatchLabels(labels)
        .endSelector()
        .withNewTemplate()
        .withNewMetadata()
        .withLabels(labels)
        .endMetadata()
        .withNewSpec()
        .addNewContainer()
        .withName("destination")
        .withImage("localhost:1/linkerd/controller:none")
        .endContainer()
        .endSpec()
        .endTemplate()
        .endSpec()
        .build();
  }
}
