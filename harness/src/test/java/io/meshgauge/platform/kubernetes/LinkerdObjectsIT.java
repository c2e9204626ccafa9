package io.meshgauge.platform.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.FieldValidateable;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Variant;
import io.meshgauge.platform.kubernetes.api.Owner;
import io.meshgauge.platform.kubernetes.cluster.ExperimentNamespace;
import io.meshgauge.platform.kubernetes.manifest.Kustomization;
import io.meshgauge.platform.kubernetes.manifest.Manifest;
import io.meshgauge.product.linkerd.LinkerdControlPlane;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.SampleServices;
import io.meshgauge.topology.Topology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What Linkerd's variants are made of, before a real API server that has Linkerd's definitions: the
 * test installs missing ones and removes them afterwards. Nothing is stored.
 */
class LinkerdObjectsIT extends ClusterCase {
  private static final String GROUP = "policy.linkerd.io/";
  private static final String ROUTES = "gateway.networking.k8s.io/";
  private static final Variant STEERED =
      Variant.plain("linkerd")
          .with("retries", "3")
          .with("retry-on", "5xx")
          .with("request-timeout", "2s")
          .with("rate-limit", "30");
  private static final Path CALLERS = HOME.resolve("k8s/policy/callers.yaml");

  @TempDir Path folder;

  @BeforeAll
  void cluster() {
    onNamedContext();
  }

  @Test
  void everyObjectIsAcceptedAndAMisspeltFieldIsNot() throws IOException {
    bring("crds/linkerd", LinkerdControlPlane.LINKERD.resources());
    bring(
        "crds/gateway-api",
        Products.named("linkerd")
            .requirements(STEERED, PlatformKind.KUBERNETES)
            .controlPlane()
            .orElseThrow()
            .resources());
    String namespace = fresh();
    create(namespace);
    try {
      List<ObjectNode> objects = objects();
      assertThat(objects)
          .extracting(Manifest::kind)
          .contains(
              "Server",
              "HTTPRoute",
              "AuthorizationPolicy",
              "MeshTLSAuthentication",
              "NetworkAuthentication",
              "GRPCRoute",
              "HTTPLocalRateLimitPolicy");
      objects.forEach(object -> apply(namespace, object));

      ObjectNode server = first(objects, "Server");
      server.withObjectProperty("spec").put("proxyProtocl", "HTTP/1");
      refused(namespace, server, "proxyProtocl");
      ObjectNode route = first(objects, "HTTPRoute");
      ((ObjectNode) route.at("/spec/rules/0/matches/0")).putObject("pathh");
      refused(namespace, route, "pathh");
      ObjectNode limit = first(objects, "HTTPLocalRateLimitPolicy");
      limit.withObject("/spec/total").put("requestPerSecond", 1);
      refused(namespace, limit, "requestPerSecond");
      ObjectNode grpc = first(objects, "GRPCRoute");
      ((ObjectNode) grpc.at("/spec/rules/0")).putArray("backendRef");
      refused(namespace, grpc, "backendRef");
    } finally {
      ExperimentNamespace.delete(client, namespace);
    }
  }

  /** Those of all variants, of requests and of a stream, that are Linkerd's own. */
  private List<ObjectNode> objects() throws IOException {
    Files.writeString(folder.resolve("jwks.json"), "{\"keys\":[]}");
    Variant plain = Variant.plain("linkerd");
    Variant policed =
        new Variant("arm", "linkerd", "rbac", "default", new TreeMap<>())
            .with("policy-file", CALLERS.toString())
            .with("policy-rules", "10");
    return Stream.of(
            rendered(folder, SampleServices.ALL, plain),
            rendered(folder, SampleServices.ALL, policed),
            rendered(folder, SampleServices.ALL, STEERED),
            Products.named("linkerd")
                .design(STEERED)
                .kubernetes()
                .limits(SampleServices.ALL)
                .stream()
                .map(Kustomization::object)
                .toList(),
            rendered(folder, Topology.STREAM, plain))
        .flatMap(List::stream)
        .filter(it -> it.path("apiVersion").asText().matches("(%s|%s).*".formatted(GROUP, ROUTES)))
        .toList();
  }

  private static ObjectNode first(List<ObjectNode> objects, String kind) {
    return objects.stream()
        .filter(it -> Manifest.kind(it).equals(kind))
        .findFirst()
        .orElseThrow()
        .deepCopy();
  }

  /** Made and not applied: that answer comes at once, while a client asks again for the other. */
  private void refused(String namespace, ObjectNode object, String field) {
    assertThatThrownBy(
            () ->
                client
                    .resource(typed(namespace, object))
                    .inNamespace(namespace)
                    .dryRun(true)
                    .fieldValidation(FieldValidateable.Validation.STRICT)
                    .create())
        .isInstanceOf(KubernetesClientException.class)
        .hasMessageContaining("unknown field")
        .hasMessageContaining(field);
  }

  private HasMetadata typed(String namespace, ObjectNode object) {
    HasMetadata typed =
        client.getKubernetesSerialization().convertValue(object, GenericKubernetesResource.class);
    typed.getMetadata().setNamespace(namespace);
    return typed;
  }

  private void apply(String namespace, ObjectNode object) {
    client
        .resource(typed(namespace, object))
        .inNamespace(namespace)
        .dryRun(true)
        .fieldManager(Owner.NAME)
        .forceConflicts()
        .serverSideApply();
  }
}
