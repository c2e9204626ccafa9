package io.meshgauge.platform.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.meshgauge.experiment.ClusterTarget;
import io.meshgauge.experiment.Variant;
import io.meshgauge.identity.RunIdentities;
import io.meshgauge.mesh.Meshes;
import io.meshgauge.platform.Cluster;
import io.meshgauge.platform.Cluster.WorkerOrder;
import io.meshgauge.platform.Cluster.WorkerPod;
import io.meshgauge.platform.Deployment;
import io.meshgauge.platform.Order;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.Workload;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Topology;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the platform keeps on a real cluster that has the project's images. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(360)
abstract class ClusterContract {
  private static final Path HOME = Path.of(System.getProperty("meshgauge.home", ".."));
  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private final List<String> made = new ArrayList<>();
  private String context = "";
  private Map<String, String> environment = Map.of();
  private KubernetesClient client;
  private String reason = "no cluster";

  /** Says before any test why there is no cluster. */
  final void without(String reason) {
    this.reason = reason;
  }

  /** Names the cluster, before any test. */
  final void on(String context, Map<String, String> environment) {
    this.context = context;
    this.environment = Map.copyOf(environment);
    this.client = KubeContext.find(context, environment).connect();
  }

  /** These tests would disturb what others measure, and might remove what others have left. */
  @BeforeEach
  void nobodyElseIsThere() {
    made.clear();
    assumeTrue(client != null, reason);
    assertThat(client.namespaces().withLabel(Owner.SESSION).list().getItems())
        .extracting(it -> it.getMetadata().getName())
        .as("namespaces of other experiments; wait for their end, or: meshgauge down")
        .isEmpty();
  }

  @AfterEach
  void nothingIsLeft() {
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

  @Test
  void theBaselineIsDeployedWithTwoWorkersOfWhichOneIsLostAndLeavesNothing(@TempDir Path folder)
      throws IOException {
    String namespace = fresh();
    RunIdentities identities =
        RunIdentities.create(folder.resolve("identities"), Topology.SAMPLE_SERVICES);
    try (KubernetesPlatform platform = platform(target(namespace))) {
      assertThat(platform.problems(Set.of())).isEmpty();
      platform.obtain(Set.of());
      assertThat(platform.environment().facts()).containsKeys("kubernetes.version", "kernel");
      try (Deployment deployment = platform.deploy(order(identities, folder))) {
        assertThat(deployment.workloads())
            .extracting(Workload::name)
            .containsExactlyInAnyOrderElementsOf(Topology.SAMPLE_SERVICES.services());
        assertThat(deployment.workloads())
            .allSatisfy(
                it ->
                    assertThat(status(it.management(), "/actuator/health/readiness"))
                        .as(it.name())
                        .isEqualTo(200));
        assertThat(deployment.dataPlane().wire().keySet())
            .isEqualTo(Set.copyOf(Topology.SAMPLE_SERVICES.hops()));
        assertThat(deployment.casualties()).isEmpty();
        Cluster cluster = (Cluster) deployment.ground();
        assertThat(cluster.observers()).isNotEmpty();
        assertThat(cluster.containerMetrics()).isNotEmpty();
        workersListenAndOneIsLost(cluster, identities.tokens());
      }
      assertThat(trialPods(namespace)).isEmpty();
      assertThat(client.namespaces().withName(namespace).get()).isNotNull();
    }
    assertThat(client.namespaces().withName(namespace).get()).isNull();
  }

  private void workersListenAndOneIsLost(Cluster cluster, Path tokens) {
    List<WorkerPod> workers =
        cluster.startWorkers(
            new WorkerOrder(
                HOME.resolve("jmeter-plans/src/main/jmx/baseline.jmx"),
                tokens,
                Map.of("rate", "10", "duration", "5")));
    assertThat(workers).hasSize(2);
    for (WorkerPod worker : workers) {
      await()
          .atMost(Duration.ofSeconds(60))
          .untilAsserted(() -> assertThat(status(worker.control(), "/health")).isEqualTo(200));
      assertThat(worker.obituary()).as(worker.name()).isEmpty();
    }
    WorkerPod lost = workers.get(1);
    client
        .pods()
        .inNamespace(cluster.namespace())
        .withName(lost.name())
        .withGracePeriod(0)
        .delete();
    await().atMost(Duration.ofSeconds(30)).until(() -> lost.obituary().isPresent());
    assertThat(lost.obituary()).get().asString().contains("pod " + lost.name(), "deleted");
  }

  @Test
  void aNamespaceThatExistsIsRefusedAndNotTouched() {
    String namespace = fresh();
    create(namespace);
    try {
      client
          .resource(
              new ConfigMapBuilder()
                  .withNewMetadata()
                  .withName("precious")
                  .withNamespace(namespace)
                  .endMetadata()
                  .addToData("a", "b")
                  .build())
          .create();
      String before = client.namespaces().withName(namespace).get().getMetadata().getUid();

      try (KubernetesPlatform platform = platform(target(namespace))) {
        assertThatThrownBy(() -> platform.obtain(Set.of()))
            .isInstanceOf(PlatformException.class)
            .hasMessageContaining(
                "the namespace '" + namespace + "' exists already and was not touched");
      }

      ConfigMap precious = client.configMaps().inNamespace(namespace).withName("precious").get();
      assertThat(precious.getData()).containsEntry("a", "b");
      var after = client.namespaces().withName(namespace).get().getMetadata();
      assertThat(after.getUid()).isEqualTo(before);
      assertThat(after.getDeletionTimestamp()).isNull();
      assertThat(after.getLabels()).doesNotContainKey(Owner.SESSION);
      assertThat(client.leases().inNamespace(namespace).list().getItems()).isEmpty();
    } finally {
      ExperimentNamespace.delete(client, namespace);
    }
  }

  /** Nobody answers at the registry, so that nothing outside is asked. */
  @Test
  @Timeout(180)
  void imagesThatTheClusterCannotGetAreNamedWithinAMinute() {
    String namespace = fresh();
    ClusterTarget nowhere =
        new ClusterTarget(context, namespace, 1, "localhost:1/meshgauge/", "no-such-tag", true);
    try (KubernetesPlatform platform = platform(nowhere)) {
      long start = System.nanoTime();
      assertThatThrownBy(() -> platform.obtain(Set.of()))
          .isInstanceOf(PlatformException.class)
          .hasMessageContaining("images that the cluster cannot get: ")
          .hasMessageContaining("localhost:1/meshgauge/gateway:no-such-tag (")
          .hasMessageContaining("-Dkube.image-tag=TAG");
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(60));
    }
    assertThat(client.namespaces().withName(namespace).get()).isNull();
  }

  @Test
  void whoMayDoTooLittleIsToldWhichVerbsAreMissing(@TempDir Path folder) throws IOException {
    String namespace = fresh();
    create(namespace);
    try {
      Path kubeconfig = Files.writeString(folder.resolve("weak"), kubeconfig(weak(namespace)));
      Map<String, String> weak = Map.of("KUBECONFIG", kubeconfig.toString());
      ClusterTarget target =
          new ClusterTarget("weak", namespace, 1, "meshgauge/", "0.1.0-snapshot", true);

      try (KubernetesPlatform platform = new KubernetesPlatform(HOME, target, weak)) {
        assertThat(platform.problems(Set.of("istio")))
            .singleElement()
            .asString()
            .contains(
                "the user of context weak may not: ",
                "create, get, list, patch, delete on namespaces",
                "get on nodes/proxy",
                "create, patch, delete on pods;",
                "create on serviceaccounts/token",
                "on peerauthentications.security.istio.io",
                "kubectl apply --server-side -k k8s/rbac")
            .doesNotContain("events");
      }
    } finally {
      ExperimentNamespace.delete(client, namespace);
    }
  }

  @Test
  void whatADeadProcessHasLeftIsRemovedAndWhatALivingOneHasIsNot()
      throws IOException, InterruptedException {
    Owner living = Owner.fresh();
    Owner gone = new Owner(Owner.fresh().session(), OwnerTest.deadHolder());
    List<String> words = new ArrayList<>();
    try (ExperimentNamespace alive = ExperimentNamespace.create(client, living, fresh());
        ExperimentNamespace dead = ExperimentNamespace.create(client, gone, fresh())) {

      int removed = Leftovers.remove(client, context, false, words::add);

      assertThat(removed).isEqualTo(1);
      assertThat(client.namespaces().withName(dead.name()).get()).isNull();
      assertThat(client.namespaces().withName(alive.name()).get().getMetadata())
          .satisfies(it -> assertThat(it.getDeletionTimestamp()).isNull());
      assertThat(words)
          .anyMatch(it -> it.startsWith("deleting: namespace " + dead.name()))
          .anyMatch(it -> it.startsWith("left alone: " + alive.name() + "; its harness runs"));
    }
  }

  private String weak(String namespace) {
    client
        .resource(
            new ServiceAccountBuilder()
                .withNewMetadata()
                .withName("weak")
                .withNamespace(namespace)
                .endMetadata()
                .build())
        .create();
    client
        .resource(
            new RoleBuilder()
                .withNewMetadata()
                .withName("weak")
                .withNamespace(namespace)
                .endMetadata()
                .addNewRule()
                .withApiGroups("")
                .withResources("pods", "events")
                .withVerbs("get", "list")
                .endRule()
                .build())
        .create();
    client
        .resource(
            new RoleBindingBuilder()
                .withNewMetadata()
                .withName("weak")
                .withNamespace(namespace)
                .endMetadata()
                .withNewRoleRef("rbac.authorization.k8s.io", "Role", "weak")
                .addNewSubject("", "ServiceAccount", "weak", namespace)
                .build())
        .create();
    return client
        .serviceAccounts()
        .inNamespace(namespace)
        .withName("weak")
        .tokenRequest(
            new TokenRequestBuilder().withNewSpec().withExpirationSeconds(600L).endSpec().build())
        .getStatus()
        .getToken();
  }

  private String kubeconfig(String token) throws IOException {
    Config config = client.getConfiguration();
    String authority = config.getCaCertData();
    if (authority == null && config.getCaCertFile() != null) {
      authority =
          Base64.getEncoder().encodeToString(Files.readAllBytes(Path.of(config.getCaCertFile())));
    } else if (authority != null && authority.startsWith("-----BEGIN")) {
      authority = Base64.getEncoder().encodeToString(authority.getBytes(StandardCharsets.US_ASCII));
    }
    return """
        apiVersion: v1
        kind: Config
        contexts: [{name: weak, context: {cluster: here, user: weak}}]
        clusters:
          - name: here
            cluster: {server: "%s", certificate-authority-data: "%s"}
        users: [{name: weak, user: {token: "%s"}}]
        """
        .formatted(config.getMasterUrl(), authority, token);
  }

  private String fresh() {
    String name = "meshgauge-test-" + Owner.fresh().session();
    made.add(name);
    return name;
  }

  private void create(String namespace) {
    client
        .resource(
            new NamespaceBuilder().withNewMetadata().withName(namespace).endMetadata().build())
        .create();
  }

  private List<String> trialPods(String namespace) {
    return client
        .pods()
        .inNamespace(namespace)
        .withLabel(KubernetesDeployment.TRIAL)
        .list()
        .getItems()
        .stream()
        .map(it -> it.getMetadata().getName())
        .toList();
  }

  private ClusterTarget target(String namespace) {
    return new ClusterTarget(context, namespace, 2, "meshgauge/", "0.1.0-snapshot", true);
  }

  private KubernetesPlatform platform(ClusterTarget target) {
    return new KubernetesPlatform(HOME, target, environment);
  }

  private static Order order(RunIdentities identities, Path folder) {
    return new Order(
        Topology.SAMPLE_SERVICES,
        Meshes.named("baseline").design(Variant.plain("baseline")),
        Map.of(),
        identities.folder(),
        folder.resolve("work"),
        folder.resolve("logs"));
  }

  private static int status(Address address, String path) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://" + address + path))
            .timeout(Duration.ofSeconds(10))
            .build();
    try {
      return HTTP.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    } catch (IOException e) {
      return -1;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return -1;
    }
  }
}
