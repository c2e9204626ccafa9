package io.meshgauge.platform.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.meshgauge.experiment.Variant;
import io.meshgauge.platform.kubernetes.api.Owner;
import io.meshgauge.platform.kubernetes.cluster.ExperimentNamespace;
import io.meshgauge.platform.kubernetes.manifest.Manifest;
import io.meshgauge.platform.kubernetes.objects.VariantManifests;
import io.meshgauge.product.istio.IstioControlPlane;
import io.meshgauge.topology.SampleServices;
import io.meshgauge.topology.Topology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the variants of Istio's ambient mode are made of, before a real API server that knows
 * Istio's objects: the test brings the Gateway API's definitions that are not there, and takes them
 * away again. Nothing else is stored.
 */
class AmbientObjectsIT extends ClusterCase {
  @TempDir Path folder;

  @BeforeAll
  void cluster() {
    onNamedContext();
  }

  @Test
  void everyObjectIsAcceptedAndAMisspeltFieldIsNot() throws IOException {
    assumeThat(IstioControlPlane.AMBIENT.resources())
        .as("the definitions of Istio are there")
        .allMatch(this::served);
    bring("crds/gateway-api", IstioControlPlane.WAYPOINTS.resources());
    Files.writeString(folder.resolve("jwks.json"), "{\"keys\":[]}");
    String namespace = fresh();
    create(namespace);
    try {
      Variant plain = Variant.plain("istio-ambient");
      Variant layered = plain.with("waypoint", "on");
      List<ObjectNode> objects =
          Stream.of(
                  rendered(folder, SampleServices.ALL, plain),
                  rendered(folder, SampleServices.ALL, layered),
                  rendered(folder, SampleServices.ALL, policed(layered, "rbac")),
                  rendered(folder, SampleServices.ALL, policed(layered, "abac")),
                  rendered(folder, SampleServices.ALL, steered(layered)),
                  rendered(folder, Topology.STREAM, plain))
              .flatMap(List::stream)
              .filter(AmbientObjectsIT::ofTheMesh)
              .distinct()
              .toList();
      assertThat(objects)
          .extracting(Manifest::kind)
          .contains(
              "Gateway",
              "PeerAuthentication",
              "RequestAuthentication",
              "AuthorizationPolicy",
              "VirtualService",
              "DestinationRule",
              "Telemetry");

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

  /** Other tests cover the kinds that every cluster knows. */
  private static boolean ofTheMesh(ObjectNode object) {
    String version = object.path("apiVersion").asText();
    return version.contains(".istio.io/") || version.startsWith("gateway.networking.k8s.io/");
  }

  /** All that a waypoint can be asked of traffic and telemetry. */
  private static Variant steered(Variant variant) {
    return new Variant(
            "steered", variant.mesh(), variant.policy(), "access-log-async", variant.settings())
        .with("retries", "3")
        .with("retry-on", "5xx")
        .with("request-timeout", "250ms")
        .with("circuit-breaker", "7")
        .with("concurrent-retries", "3");
  }

  private static Variant policed(Variant variant, String policy) {
    return new Variant(
        variant.name(), variant.mesh(), policy, variant.telemetry(), variant.settings());
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
