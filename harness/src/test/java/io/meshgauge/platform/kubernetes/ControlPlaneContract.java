package io.meshgauge.platform.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import io.fabric8.kubernetes.api.model.apps.DaemonSetBuilder;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Variant;
import io.meshgauge.platform.Needs;
import io.meshgauge.platform.kubernetes.cluster.ExperimentNamespace;
import io.meshgauge.platform.kubernetes.mesh.ControlPlanes;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.design.ControlPlane;
import io.meshgauge.topology.design.ControlPlane.Component;
import io.meshgauge.topology.design.ControlPlane.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Contract of the control-plane checks on a real cluster before any deployment. */
abstract class ControlPlaneContract extends ClusterCase {
  private static final String NOWHERE = "localhost:1/of/no-one:none";

  /** Those of all contestants, by the contestant. */
  static Stream<Named<ControlPlane>> controlPlanes() {
    return Products.all().stream()
        .flatMap(
            mesh ->
                mesh
                    .requirements(Variant.plain(mesh.descriptor().key()), PlatformKind.KUBERNETES)
                    .controlPlane()
                    .stream()
                    .map(it -> Named.of(mesh.descriptor().key(), it)));
  }

  /**
   * Breaks one workload of the mesh after another with an image that does not exist. Each is
   * reported at once, by name and with the reason.
   */
  @ParameterizedTest
  @MethodSource("controlPlanes")
  void brokenControlPlaneIsReported(ControlPlane mesh) {
    assumeFalse(
        new ControlPlanes(client).of(mesh).installed(),
        () -> mesh.title() + " is on this cluster, and others may use it");
    String namespace = fresh();
    create(namespace);
    int nodes = client.nodes().list().getItems().size();
    try {
      List<HasMetadata> broken = new ArrayList<>();
      for (Component component : mesh.components()) {
        broken.add(broken(component, namespace, "part-" + broken.size()));
      }
      HasMetadata first = client.resource(broken.get(0)).create();
      try (KubernetesPlatform platform = platform(target(fresh()))) {
        Needs needs = new Needs(Set.of(), List.of(mesh));
        mesh.components().stream()
            .skip(1)
            .forEach(
                absent ->
                    assertThat(platform.problems(needs))
                        .anyMatch(it -> it.contains(mesh.title() + " is incomplete: there is no "))
                        .anyMatch(it -> it.contains(absent.toString())));
        mesh.resources()
            .forEach(
                kind ->
                    assertThat(platform.problems(needs))
                        .anyMatch(
                            it ->
                                it.startsWith("the API server does not know ")
                                    && it.contains(kind.toString())));

        broken.stream().skip(1).forEach(it -> client.resource(it).create());
        await()
            .atMost(Duration.ofSeconds(60))
            .untilAsserted(
                () -> {
                  for (int i = 0; i < broken.size(); i++) {
                    Component component = mesh.components().get(i);
                    String words =
                        "%s is not ready: of %s part-%d in %s, which %s, 0 of %d pods are ready ("
                            .formatted(
                                mesh.title(),
                                component.kind().words(),
                                i,
                                first.getMetadata().getNamespace(),
                                component.task(),
                                component.kind() == Kind.DAEMON_SET ? nodes : 1);
                    assertThat(platform.problems(needs))
                        .anyMatch(it -> it.startsWith(words) && it.contains("Err"));
                  }
                });
      }
    } finally {
      ExperimentNamespace.delete(client, namespace);
    }
  }

  private static HasMetadata broken(Component component, String namespace, String name) {
    Map<String, String> labels = Map.of(component.label(), component.value());
    return switch (component.kind()) {
      case DEPLOYMENT ->
          new DeploymentBuilder()
              .withNewMetadata()
              .withName(name)
              .withNamespace(namespace)
              .withLabels(labels)
              .endMetadata()
              .withNewSpec()
              .withNewSelector()
              .withMatchLabels(labels)
              .endSelector()
              .withTemplate(pods(labels))
              .endSpec()
              .build();
      case DAEMON_SET ->
          new DaemonSetBuilder()
              .withNewMetadata()
              .withName(name)
              .withNamespace(namespace)
              .withLabels(labels)
              .endMetadata()
              .withNewSpec()
              .withNewSelector()
              .withMatchLabels(labels)
              .endSelector()
              .withTemplate(pods(labels))
              .endSpec()
              .build();
    };
  }

  private static PodTemplateSpec pods(Map<String, String> labels) {
    return new PodTemplateSpecBuilder()
        .withNewMetadata()
        .withLabels(labels)
        .endMetadata()
        .withNewSpec()
        .addNewContainer()
        .withName("part")
        .withImage(NOWHERE)
        .endContainer()
        .endSpec()
        .build();
  }
}
