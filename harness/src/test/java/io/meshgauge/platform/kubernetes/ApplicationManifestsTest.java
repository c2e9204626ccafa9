package io.meshgauge.platform.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.meshgauge.config.Configuration;
import io.meshgauge.config.Overrides;
import io.meshgauge.experiment.ClusterTarget;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Variant;
import io.meshgauge.platform.Order;
import io.meshgauge.platform.kubernetes.application.PodFacts;
import io.meshgauge.platform.kubernetes.application.UserManifests;
import io.meshgauge.platform.kubernetes.manifest.Manifest;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.Topology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The manifests of the examples, as they are deployed under each mesh. */
class ApplicationManifestsTest {
  private static final Path HOME = Path.of(System.getProperty("meshgauge.home", ".."));

  @TempDir Path folder;

  private static Topology topology(String example) {
    return new Configuration(HOME, Products.all())
        .file(HOME.resolve("examples").resolve(example).resolve("experiment.yaml"), Overrides.NONE)
        .experiment()
        .application()
        .topology("steady");
  }

  private static Manifests manifests(UserManifests own) {
    return new Manifests(
            HOME.resolve("k8s"), new Images(new ClusterTarget("lab", null, 1, "i/", "7", false)))
        .with(Optional.of(own));
  }

  private List<ObjectNode> rendered(UserManifests own, Topology topology, Variant variant) {
    return manifests(own)
        .services(
            variant.mesh(),
            new Order(
                topology,
                Products.named(variant.mesh()).design(variant),
                Map.of(),
                folder,
                folder.resolve("work"),
                folder.resolve("logs")));
  }

  private List<ObjectNode> cart(Variant variant) {
    return rendered(
        UserManifests.read(HOME.resolve("examples/cart/k8s")), topology("cart"), variant);
  }

  private static ObjectNode find(List<ObjectNode> objects, String title) {
    return objects.stream()
        .filter(it -> Manifest.title(it).equals(title))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void theBaselineAddsOnlyTheLoadAndLabels() {
    List<ObjectNode> objects = cart(Variant.plain("baseline"));

    assertThat(objects).hasSize(11);
    assertThat(find(objects, "ConfigMap addresses").at("/data/ENTRY_HOST").asText())
        .isEqualTo("web");
    assertThat(find(objects, "ConfigMap addresses").at("/data/ENTRY_PORT").asText())
        .isEqualTo("8080");
    ObjectNode web = find(objects, "Deployment web");
    assertThat(web.at("/spec/template/metadata/labels/app").asText()).isEqualTo("web");
    assertThat(web.at("/spec/template/metadata/labels/meshgauge.io~1service").asText())
        .isEqualTo("web");
    assertThat(web.at("/spec/template/metadata/labels/meshgauge.io~1trial").asText())
        .isEqualTo("services");
    assertThat(web.at("/spec/template/metadata/annotations")).isEmpty();
    assertThat(web.at("/spec/template/spec/containers/0/image").asText())
        .isEqualTo("meshgauge-examples/cart-web:1");
  }

  @Test
  void mutualTlsAdmitsTheDeclaredCallersOnly() {
    List<ObjectNode> objects = cart(Variant.plain("istio-mtls"));

    assertThat(find(objects, "PeerAuthentication meshgauge").at("/spec/mtls/mode").asText())
        .isEqualTo("STRICT");
    Map.of("web", "load", "prices", "web", "redis", "prices")
        .forEach(
            (service, caller) -> {
              ObjectNode policy = find(objects, "AuthorizationPolicy " + service);
              assertThat(policy.at("/spec/selector/matchLabels/meshgauge.io~1service").asText())
                  .isEqualTo(service);
              assertThat(policy.at("/spec/rules/0/from/0/source/principals"))
                  .hasToString("[\"*/sa/%s\"]".formatted(caller));
              assertThat(
                      find(objects, "DestinationRule " + service)
                          .at("/spec/trafficPolicy/tls/mode")
                          .asText())
                  .isEqualTo("ISTIO_MUTUAL");
              ObjectNode pods = find(objects, "Deployment " + service);
              assertThat(
                      pods.at("/spec/template/metadata/labels/sidecar.istio.io~1inject").asText())
                  .isEqualTo("true");
              assertThat(
                      pods.at("/spec/template/metadata/annotations/proxy.istio.io~1config")
                          .asText())
                  .contains("upstream_cx_(total|connect_fail)", "downstream_rq_total");
            });
    assertThat(objects).noneMatch(it -> Manifest.kind(it).equals("PodTemplate"));
  }

  @Test
  void theControlHasTheSameProxiesWithoutTls() {
    List<ObjectNode> objects = cart(Variant.plain("istio-plaintext"));

    assertThat(find(objects, "DestinationRule redis").at("/spec/trafficPolicy/tls/mode").asText())
        .isEqualTo("DISABLE");
    assertThat(objects).noneMatch(it -> Manifest.kind(it).equals("AuthorizationPolicy"));
  }

  @Test
  void aFaultTurnsTlsOffBeforeOneService() {
    List<ObjectNode> objects =
        cart(Variant.plain("istio-mtls").with("fault", "plaintext-listener:prices"));

    assertThat(find(objects, "DestinationRule prices").at("/spec/trafficPolicy/tls/mode").asText())
        .isEqualTo("DISABLE");
    assertThat(find(objects, "PeerAuthentication prices").at("/spec/mtls/mode").asText())
        .isEqualTo("DISABLE");
    assertThat(find(objects, "DestinationRule web").at("/spec/trafficPolicy/tls/mode").asText())
        .isEqualTo("ISTIO_MUTUAL");
  }

  @Test
  void aManifestCanKeepTheMeshAwayFromOneWorkload() throws IOException {
    String text = Files.readString(HOME.resolve("examples/fortio/k8s/fortio.yaml"));
    Path file =
        Files.writeString(
            folder.resolve("fortio.yaml"),
            text.replaceFirst(
                "(template:\n    metadata:\n      labels:\n)",
                "$1        sidecar.istio.io/inject: \"false\"\n"));
    UserManifests own = UserManifests.read(file);
    Topology topology = topology("fortio");

    List<ObjectNode> objects = rendered(own, topology, Variant.plain("istio-mtls"));

    assertThat(
            find(objects, "Deployment fortio")
                .at("/spec/template/metadata/labels/sidecar.istio.io~1inject")
                .asText())
        .isEqualTo("false");
    assertThat(objects).noneMatch(it -> Manifest.kind(it).equals("DestinationRule"));
    PodFacts facts = manifests(own).facts("istio-mtls", topology);
    assertThat(facts.unmeshed()).containsExactly("fortio");
    assertThat(facts.ports()).containsEntry("fortio", 8080);
  }

  @ParameterizedTest
  @ValueSource(strings = {"fortio", "cart"})
  void theExamplesNameTheirManifests(String example) {
    Experiment experiment =
        new Configuration(HOME, Products.all())
            .file(
                HOME.resolve("examples").resolve(example).resolve("experiment.yaml"),
                Overrides.NONE)
            .experiment();

    assertThat(experiment.application().onCluster().manifests())
        .isEqualTo("examples/%s/k8s".formatted(example));
  }
}
