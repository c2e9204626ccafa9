package io.meshgauge.platform.kubernetes;

import static io.meshgauge.run.ExampleRuns.assertVerified;
import static io.meshgauge.run.ExampleRuns.claimed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.APIResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GroupVersionForDiscovery;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.meshgauge.config.Configuration;
import io.meshgauge.config.Overrides;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Protocol;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Trial;
import io.meshgauge.experiment.Variant;
import io.meshgauge.platform.Needs;
import io.meshgauge.platform.kubernetes.cluster.ExperimentNamespace;
import io.meshgauge.platform.kubernetes.manifest.Kustomization;
import io.meshgauge.platform.kubernetes.manifest.Manifest;
import io.meshgauge.platform.kubernetes.mesh.ControlPlanes;
import io.meshgauge.product.istio.IstioControlPlane;
import io.meshgauge.product.registry.Products;
import io.meshgauge.run.ExampleRuns;
import io.meshgauge.run.LocalTrials;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The example applications under a real Istio: deployed by the harness, or as they run already. */
@Timeout(600)
class ApplicationsOnClusterIT extends ClusterCase {
  private static final int RATE = 20;
  private static final String STRICT =
      """
      apiVersion: security.istio.io/v1
      kind: PeerAuthentication
      metadata: {name: strict}
      spec: {mtls: {mode: STRICT}}
      """;
  private static final List<String> HOPS = List.of("load → web", "web → prices", "prices → redis");

  @TempDir Path folder;

  @BeforeAll
  void cluster() {
    onNamedContext();
  }

  /** {@code .ci/example-images} packs the images, which are in no registry. */
  @BeforeEach
  void requireIstioAndImages() {
    assumeTrue(
        new ControlPlanes(client).of(IstioControlPlane.SIDECARS).installed(),
        "no Istio on the cluster");
    assumeTrue(
        client.nodes().list().getItems().stream()
            .flatMap(node -> node.getStatus().getImages().stream())
            .flatMap(image -> Stream.ofNullable(image.getNames()).flatMap(List::stream))
            .anyMatch(name -> name.endsWith("meshgauge-examples/cart-web:1")),
        "the nodes do not have the images of the examples");
  }

  @Test
  void fortioIsProvenOnItsOneHop() throws IOException {
    Run mtls = run(example("fortio"), Variant.plain("istio-mtls"));

    assertVerified(mtls);
    assertThat(claimed(mtls, Promise.ENCRYPTION)).containsExactly("load → fortio");
  }

  @Test
  void aShopWithAPlaintextHopOnPurposeIsFound() throws IOException {
    Run sound = run(example("cart"), Variant.plain("istio-mtls"));
    Run holed =
        run(
            example("cart"),
            Variant.plain("istio-mtls").with("fault", "plaintext-listener:prices"));

    assertVerified(sound);
    assertThat(claimed(sound, Promise.ENCRYPTION)).containsExactlyInAnyOrderElementsOf(HOPS);
    assertThat(holed.outcome()).isEqualTo(Outcome.UNVERIFIED);
    assertThat(holed.evidence())
        .filteredOn(it -> it.verdict() == Verdict.DISPROVEN)
        .isNotEmpty()
        .allMatch(it -> it.subject().contains("→ prices"))
        .extracting(Evidence::promise)
        .contains(Promise.ENCRYPTION, Promise.PLAINTEXT_PROBE);
  }

  @Test
  void aRunningShopIsProvenAndLeftAsItWas() throws IOException {
    String namespace = deployedByItsOwner();
    final SortedMap<String, String> before = objects(namespace);

    Run run = run(attached(namespace), Variant.plain("istio-mtls"));

    assertThat(objects(namespace)).isEqualTo(before);
    assertVerified(run);
    assertThat(claimed(run, Promise.ENCRYPTION)).containsExactlyInAnyOrderElementsOf(HOPS);
    // What the owner's sidecars count between themselves depends on their Istio.
    assertThat(claimed(run, Promise.TRAVERSAL)).contains("load → web, client's side");
    assertThat(claimed(run, Promise.IDENTITY)).isNotEmpty();
    assertThat(run.measuredLoad().orElseThrow().failed()).isZero();

    client
        .genericKubernetesResources("security.istio.io/v1", "PeerAuthentication")
        .inNamespace(namespace)
        .withName("strict")
        .delete();
    Run permissive = run(attached(namespace), Variant.plain("istio-mtls"));

    assertThat(permissive.outcome()).isEqualTo(Outcome.UNVERIFIED);
    assertThat(permissive.evidence())
        .filteredOn(it -> it.verdict() == Verdict.DISPROVEN)
        .extracting(Evidence::promise)
        .contains(Promise.PLAINTEXT_PROBE);
    assertThat(client.namespaces().withName(namespace).get()).isNotNull();
    ExperimentNamespace.delete(client, namespace);
  }

  /** As {@code kubectl apply} would, in a namespace with Istio's label. */
  private String deployedByItsOwner() {
    String namespace = fresh();
    client
        .resource(
            new NamespaceBuilder()
                .withNewMetadata()
                .withName(namespace)
                .addToLabels("istio-injection", "enabled")
                .endMetadata()
                .build())
        .create();
    ExperimentNamespace.awaitDefaultAccount(client, namespace);
    List<ObjectNode> objects =
        new ArrayList<>(Kustomization.render(HOME.resolve("examples/cart/k8s")));
    objects.add(Kustomization.object(STRICT));
    for (ObjectNode object : objects) {
      client
          .resource(
              client
                  .getKubernetesSerialization()
                  .convertValue(object, GenericKubernetesResource.class))
          .inNamespace(namespace)
          .create();
    }
    objects.stream()
        .filter(it -> Manifest.kind(it).equals("Deployment"))
        .forEach(
            it ->
                client
                    .apps()
                    .deployments()
                    .inNamespace(namespace)
                    .withName(Manifest.name(it))
                    .waitUntilReady(120, TimeUnit.SECONDS));
    return namespace;
  }

  /** All objects of a namespace but events, with their versions: any change makes a new version. */
  private SortedMap<String, String> objects(String namespace) throws IOException {
    SortedMap<String, String> objects = new TreeMap<>();
    List<String> versions = new ArrayList<>(List.of("/api/v1"));
    client.getApiGroups().getGroups().stream()
        .flatMap(group -> group.getVersions().stream())
        .map(GroupVersionForDiscovery::getGroupVersion)
        .forEach(it -> versions.add("/apis/" + it));
    for (String version : versions) {
      String named = version.replaceFirst("^/apis?/", "");
      for (APIResource kind : client.getApiResources(named).getResources()) {
        if (kind.getNamespaced()
            && kind.getVerbs().contains("list")
            && !kind.getName().equals("events")
            && !named.startsWith("metrics.")) {
          String path = "%s/namespaces/%s/%s".formatted(version, namespace, kind.getName());
          JsonNode list = new ObjectMapper().readTree(client.raw(path));
          list.path("items")
              .forEach(
                  it -> objects.put(path + "/" + it.at("/metadata/name").asText(), it.toString()));
        }
      }
    }
    objects.put("namespace", client.raw("/api/v1/namespaces/" + namespace));
    return objects;
  }

  private Path example(String name) throws IOException {
    return ExampleRuns.copy(HOME.resolve("examples").resolve(name), folder);
  }

  private Path attached(String namespace) throws IOException {
    Path copy = example("cart");
    Path file = copy.resolve("application.yaml");
    String text = Files.readString(file);
    String attached = text.replace("deploy: k8s", "attach: {namespace: %s}".formatted(namespace));
    assertThat(attached).isNotEqualTo(text);
    Files.writeString(file, attached);
    Files.writeString(
        copy.resolve("experiment.yaml"), "application: application.yaml\nvariants: [istio-mtls]\n");
    return copy;
  }

  private Run run(Path of, Variant variant) {
    Experiment read =
        new Configuration(HOME.toAbsolutePath(), Products.all())
            .file(
                of.resolve("experiment.yaml"),
                new Overrides(
                    new TreeMap<>(
                        Map.of(
                            "platform",
                            "kubernetes",
                            "kube.context",
                            context,
                            "rate",
                            Integer.toString(RATE)))))
            .experiment();
    Plan plan = new Plan("steady", Duration.ofSeconds(10), new TreeMap<>());
    Experiment experiment =
        new Experiment(
            "example",
            PlatformKind.KUBERNETES,
            List.of(variant),
            List.of(plan),
            new Protocol(1, OptionalDouble.of(RATE), "poisson", 100, 8, 1, false),
            List.of(),
            7,
            read.onCluster().orElseThrow(),
            read.application());
    Needs needs =
        new Needs(Set.of(), List.of(IstioControlPlane.SIDECARS), 1, read.application().services());
    try (KubernetesPlatform platform =
        new KubernetesPlatform(
            HOME.toAbsolutePath(),
            read.onCluster().orElseThrow(),
            read.application().onCluster())) {
      assertThat(platform.problems(needs)).isEmpty();
      platform.obtain(needs);
      return new LocalTrials(folder)
          .on(
              platform,
              experiment,
              runner -> List.of(runner.run(new Trial(1, 1, variant, plan), experiment)))
          .get(0);
    }
  }
}
