package io.meshgauge.platform.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.APIResourceList;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.meshgauge.SharedFiles;
import io.meshgauge.experiment.ClusterTarget;
import io.meshgauge.experiment.Variant;
import io.meshgauge.identity.RunIdentities;
import io.meshgauge.platform.Order;
import io.meshgauge.platform.kubernetes.api.KubeContext;
import io.meshgauge.platform.kubernetes.api.Owner;
import io.meshgauge.platform.kubernetes.cluster.ExperimentNamespace;
import io.meshgauge.platform.kubernetes.manifest.Labels;
import io.meshgauge.platform.kubernetes.objects.Images;
import io.meshgauge.platform.kubernetes.objects.Manifests;
import io.meshgauge.product.Product;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.SampleServices;
import io.meshgauge.topology.Service.OnCluster;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.design.ControlPlane.Resource;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;

/** A test on a real cluster without other users; it leaves no resources. */
@Tag("serial")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ClusterCase {
  private static final String CONTEXT = "meshgauge.test.context";
  static final Path HOME = Path.of(System.getProperty("meshgauge.home", ".."));
  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private final List<String> made = new ArrayList<>();
  private final List<HasMetadata> brought = new ArrayList<>();
  String context = "";
  private Map<String, String> environment = Map.of();
  KubernetesClient client;
  private String reason = "no cluster";

  /** Says before any test why there is no cluster. */
  final void without(String reason) {
    this.reason = reason;
  }

  /** The cluster of the context that is named for tests, and no other, before any test. */
  final void onNamedContext() {
    String named = System.getProperty(CONTEXT, "");
    if (named.isBlank()) {
      without("no cluster to test on; name a context: -D" + CONTEXT + "=NAME");
    } else {
      on(named, System.getenv());
    }
  }

  /** Names the cluster, before any test. */
  final void on(String context, Map<String, String> environment) {
    this.context = context;
    this.environment = Map.copyOf(environment);
    this.client = KubeContext.find(context, environment).connect();
  }

  /** These tests would disturb other measurements and could remove resources of others. */
  @BeforeEach
  void requireNoOtherUser() {
    made.clear();
    assumeTrue(client != null, reason);
    assertThat(client.namespaces().withLabel(Owner.SESSION).list().getItems())
        .extracting(it -> it.getMetadata().getName())
        .as("namespaces of other experiments; wait for their end, or: meshgauge down")
        .isEmpty();
  }

  @AfterEach
  void nothingIsLeft() {
    brought.forEach(it -> client.resource(it).delete());
    brought.clear();
    List<String> left =
        made.stream().filter(it -> client.namespaces().withName(it).get() != null).toList();
    left.forEach(it -> ExperimentNamespace.delete(client, it));
    assertThat(left).as("namespaces that were left").isEmpty();
  }

  @AfterAll
  void disconnect() {
    if (client != null) {
      client.close();
    }
  }

  final String fresh() {
    String name = "meshgauge-test-" + Owner.fresh().session();
    made.add(name);
    return name;
  }

  final void create(String namespace) {
    client
        .resource(
            new NamespaceBuilder().withNewMetadata().withName(namespace).endMetadata().build())
        .create();
  }

  /**
   * Brings definitions that are not there, until the test has ended.
   *
   * @param shared folder among the {@link SharedFiles}
   * @param awaited what the API server must know then
   */
  final void bring(String shared, List<Resource> awaited) throws IOException {
    if (awaited.stream().allMatch(this::served)) {
      return;
    }
    try (Stream<Path> files = Files.list(SharedFiles.at(shared))) {
      for (Path file : files.sorted().toList()) {
        try (InputStream text = Files.newInputStream(file)) {
          for (HasMetadata definition : client.load(text).items()) {
            if (client.resource(definition).get() == null) {
              brought.add(client.resource(definition).create());
            }
          }
        }
      }
    }
    await().atMost(Duration.ofSeconds(30)).until(() -> awaited.stream().allMatch(this::served));
  }

  /** Whether the API server knows a kind of objects. */
  final boolean served(Resource resource) {
    try {
      APIResourceList all = client.getApiResources(resource.group() + "/" + resource.version());
      return all != null
          && all.getResources().stream().anyMatch(it -> it.getName().equals(resource.plural()));
    } catch (KubernetesClientException e) {
      return false;
    }
  }

  /** The design of a variant on this cluster. */
  final List<ObjectNode> rendered(Path folder, Topology topology, Variant variant) {
    Manifests manifests =
        new Manifests(
            HOME.resolve("k8s"),
            new Images(new ClusterTarget(context, null, 1, "images/", "7", false)));
    return manifests.services(
        Products.named(variant.mesh()).design(variant).kubernetes().overlay(),
        new Order(
            topology,
            Products.named(variant.mesh()).design(variant),
            Map.of(),
            folder,
            folder.resolve("work"),
            folder.resolve("logs")));
  }

  final List<String> trialPods(String namespace) {
    return client.pods().inNamespace(namespace).withLabel(Labels.TRIAL).list().getItems().stream()
        .map(it -> it.getMetadata().getName())
        .toList();
  }

  final ClusterTarget target(String namespace) {
    return new ClusterTarget(context, namespace, 2, "meshgauge/", "0.1.0-snapshot", true);
  }

  final KubernetesPlatform platform(ClusterTarget target) {
    return new KubernetesPlatform(HOME, target, OnCluster.SHIPPED, environment);
  }

  static Order order(RunIdentities identities, Path folder) {
    return order(identities, folder, Variant.plain("baseline"));
  }

  static Order order(RunIdentities identities, Path folder, Variant variant) {
    Product mesh = Products.named(variant.mesh());
    return new Order(
        mesh.design(variant).topology(SampleServices.ALL),
        mesh.design(variant),
        Map.of(),
        identities.folder(),
        folder.resolve("work"),
        folder.resolve("logs"));
  }

  static int status(Address address, String path) {
    return answer(address, path).map(HttpResponse::statusCode).orElse(-1);
  }

  static String page(Address address, String path) {
    return answer(address, path).map(HttpResponse::body).orElse("");
  }

  private static Optional<HttpResponse<String>> answer(Address address, String path) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://" + address + path))
            .timeout(Duration.ofSeconds(10))
            .build();
    try {
      return Optional.of(HTTP.send(request, HttpResponse.BodyHandlers.ofString()));
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }
}
