package io.meshgauge.platform.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.APIResourceList;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.meshgauge.experiment.ClusterTarget;
import io.meshgauge.experiment.Variant;
import io.meshgauge.mesh.Meshes;
import io.meshgauge.mesh.istio.IstioControlPlane;
import io.meshgauge.platform.Order;
import io.meshgauge.topology.ControlPlane.Resource;
import io.meshgauge.topology.Topology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the variants of Istio's ambient mode are made of, before a real API server that knows
 * Istio's objects and the Gateway API. Nothing is stored.
 */
class AmbientObjectsIT extends ClusterCase {
  private static final String PROPERTY = "meshgauge.test.context";

  @TempDir Path folder;

  @BeforeAll
  void cluster() {
    String context = System.getProperty(PROPERTY, "");
    if (context.isBlank()) {
      without("no cluster to test on; name a context: -D" + PROPERTY + "=NAME");
    } else {
      on(context, System.getenv());
    }
  }

  @Test
  void everyObjectIsAcceptedAndAMisspeltFieldIsNot() throws IOException {
    assumeThat(IstioControlPlane.WAYPOINTS.resources())
        .as("the definitions of Istio and of the Gateway API are there")
        .allMatch(this::served);
    Files.writeString(folder.resolve("jwks.json"), "{\"keys\":[]}");
    String namespace = fresh();
    create(namespace);
    try {
      Variant plain = Variant.plain("istio-ambient");
      Variant layered = plain.with("waypoint", "on");
      List<ObjectNode> objects =
          Stream.of(
                  rendered(Topology.SAMPLE_SERVICES, plain),
                  rendered(Topology.SAMPLE_SERVICES, layered),
                  rendered(Topology.SAMPLE_SERVICES, policed(layered, "rbac")),
                  rendered(Topology.SAMPLE_SERVICES, policed(layered, "abac")),
                  rendered(Topology.STREAM, plain))
              .flatMap(List::stream)
              .filter(AmbientObjectsIT::ofTheMesh)
              .distinct()
              .toList();
      assertThat(objects)
          .extracting(Manifest::kind)
          .contains(
              "Gateway", "PeerAuthentication", "RequestAuthentication", "AuthorizationPolicy");

      objects.forEach(object -> apply(namespace, object));

      ObjectNode gateway = VariantManifests.ofKind(objects, "Gateway").get(0);
      gateway.withObjectProperty("spec").put("gatewayClasName", "istio-waypoint");
      assertThatThrownBy(() -> applyOnce(namespace, gateway))
          .isInstanceOf(KubernetesClientException.class)
          .hasMessageContaining("gatewayClasName");
      ObjectNode policy =
          VariantManifests.ofKind(objects, "AuthorizationPolicy").stream()
              .filter(it -> it.at("/spec").has("targetRefs"))
              .findFirst()
              .orElseThrow();
      ((ObjectNode) policy.at("/spec/targetRefs/0")).put("nmae", "order");
      assertThatThrownBy(() -> applyOnce(namespace, policy))
          .isInstanceOf(KubernetesClientException.class)
          .hasMessageContaining("nmae");
      assertThat(client.pods().inNamespace(namespace).list().getItems()).isEmpty();
    } finally {
      ExperimentNamespace.delete(client, namespace);
    }
  }

  /** What every cluster knows is looked at by other tests. */
  private static boolean ofTheMesh(ObjectNode object) {
    String version = object.path("apiVersion").asText();
    return version.contains(".istio.io/") || version.startsWith("gateway.networking.k8s.io/");
  }

  private boolean served(Resource resource) {
    try {
      APIResourceList all = client.getApiResources(resource.group() + "/" + resource.version());
      return all != null
          && all.getResources().stream().anyMatch(it -> it.getName().equals(resource.plural()));
    } catch (KubernetesClientException e) {
      return false;
    }
  }

  private static Variant policed(Variant variant, String policy) {
    return new Variant(
        variant.name(), variant.mesh(), policy, variant.telemetry(), variant.settings());
  }

  private List<ObjectNode> rendered(Topology topology, Variant variant) {
    Manifests manifests =
        new Manifests(
            HOME.resolve("k8s"),
            new Images(new ClusterTarget(context, null, 1, "images/", "7", false)));
    return manifests.services(
        Meshes.named(variant.mesh()).kubernetes(variant).overlay(),
        new Order(
            topology,
            Meshes.named(variant.mesh()).design(variant),
            Map.of(),
            folder,
            folder.resolve("work"),
            folder.resolve("logs")));
  }

  private void apply(String namespace, ObjectNode object) {
    apply(client, namespace, object);
  }

  /** The API server answers 500 to a field it does not know, which is tried again for minutes. */
  private void applyOnce(String namespace, ObjectNode object) {
    try (KubernetesClient once =
        new KubernetesClientBuilder()
            .withConfig(
                new ConfigBuilder(client.getConfiguration())
                    .withRequestRetryBackoffLimit(0)
                    .build())
            .build()) {
      apply(once, namespace, object);
    }
  }

  private static void apply(KubernetesClient client, String namespace, ObjectNode object) {
    HasMetadata typed =
        client.getKubernetesSerialization().convertValue(object, GenericKubernetesResource.class);
    typed.getMetadata().setNamespace(namespace);
    client
        .resource(typed)
        .inNamespace(namespace)
        .dryRun(true)
        .fieldManager(Owner.NAME)
        .forceConflicts()
        .serverSideApply();
  }
}
