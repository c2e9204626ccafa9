package io.meshgauge.platform.kubernetes.objects;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.meshgauge.config.Configuration;
import io.meshgauge.config.Overrides;
import io.meshgauge.experiment.ClusterTarget;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Variant;
import io.meshgauge.platform.kubernetes.application.UserManifests;
import io.meshgauge.platform.kubernetes.manifest.Manifest;
import io.meshgauge.platform.kubernetes.pods.PodFacts;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.Topology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The manifests of the examples, as they are deployed under each mesh. */
class ApplicationManifestsTest extends VariantManifests {
  private static final Path HOME = Path.of(System.getProperty("meshgauge.home", ".."));

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

  private List<ObjectNode> cart(Variant variant) {
    return objects(
        manifests(UserManifests.read(HOME.resolve("examples/cart/k8s"))),
        topology("cart"),
        variant);
  }

  private static ObjectNode find(List<ObjectNode> objects, String title) {
    return objects.stream()
        .filter(it -> Manifest.title(it).equals(title))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void onlyTheDeclaredCallersAreAdmitted() throws IOException {
    List<ObjectNode> baseline = cart(Variant.plain("baseline"));
    List<ObjectNode> plaintext = cart(Variant.plain("istio-plaintext"));
    List<ObjectNode> mtls = cart(Variant.plain("istio-mtls"));
    Variant faulty = Variant.plain("istio-mtls").with("fault", "plaintext-listener:prices");

    GoldenManifests.check("cart", "examples/cart", baseline, List.of());
    GoldenManifests.check("cart-plaintext", "examples/cart, istio-plaintext", plaintext, baseline);
    GoldenManifests.check("cart-mtls", "examples/cart, istio-mtls", mtls, plaintext);
    GoldenManifests.check("cart-fault", "examples/cart, TLS off at prices", cart(faulty), mtls);
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

    List<ObjectNode> objects = objects(manifests(own), topology, Variant.plain("istio-mtls"));

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
