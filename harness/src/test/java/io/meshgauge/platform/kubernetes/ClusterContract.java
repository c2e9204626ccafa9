package io.meshgauge.platform.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBuilder;
import io.fabric8.kubernetes.client.Config;
import io.meshgauge.experiment.ClusterTarget;
import io.meshgauge.experiment.Variant;
import io.meshgauge.identity.RunIdentities;
import io.meshgauge.measure.use.Part;
import io.meshgauge.platform.Deployment;
import io.meshgauge.platform.Needs;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.Workload;
import io.meshgauge.platform.kubernetes.api.Owner;
import io.meshgauge.platform.kubernetes.api.OwnerTest;
import io.meshgauge.platform.kubernetes.cluster.ExperimentNamespace;
import io.meshgauge.platform.kubernetes.cluster.OrphanedResources;
import io.meshgauge.platform.kubernetes.instrument.Cluster;
import io.meshgauge.platform.kubernetes.instrument.LoadPod;
import io.meshgauge.platform.kubernetes.manifest.Labels;
import io.meshgauge.platform.kubernetes.mesh.ControlPlanes;
import io.meshgauge.platform.kubernetes.objects.WorkerOrder;
import io.meshgauge.platform.kubernetes.pods.PodRegistry.Container;
import io.meshgauge.product.istio.IstioControlPlane;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Replica;
import io.meshgauge.topology.SampleServices;
import io.meshgauge.topology.Service.OnCluster;
import io.meshgauge.topology.plane.Backends;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Contract of the platform on a real cluster with the project's images. */
@Timeout(360)
abstract class ClusterContract extends NoTraceContract {
  @Test
  void baselineWithALostWorkerLeavesNoResources(@TempDir Path folder) throws IOException {
    String namespace = fresh();
    RunIdentities identities =
        RunIdentities.create(folder.resolve("identities"), SampleServices.ALL);
    try (KubernetesPlatform platform = platform(target(namespace))) {
      assertThat(platform.problems(Needs.NOTHING)).isEmpty();
      platform.obtain(Needs.NOTHING);
      assertThat(platform.environment(List.of()).facts())
          .containsKeys("kubernetes.version", "kernel");
      try (Deployment deployment = platform.deploy(order(identities, folder))) {
        assertThat(deployment.workloads())
            .extracting(Workload::name)
            .containsExactlyInAnyOrderElementsOf(SampleServices.ALL.services());
        assertThat(deployment.workloads())
            .allSatisfy(
                it ->
                    assertThat(status(it.management(), "/actuator/health/readiness"))
                        .as(it.name())
                        .isEqualTo(200));
        assertThat(deployment.dataPlane().wire().keySet())
            .isEqualTo(Set.copyOf(SampleServices.ALL.hops()));
        assertThat(deployment.endedWorkloads()).isEmpty();
        Cluster cluster = ((KubernetesDeployment) deployment).cluster;
        assertThat(cluster.observers()).isNotEmpty();
        assertThat(cluster.containerMetrics()).isNotEmpty();
        workersListenAndOneIsLost((KubernetesDeployment) deployment, identities.tokens());
      }
      assertThat(trialPods(namespace)).isEmpty();
      assertThat(client.namespaces().withName(namespace).get()).isNotNull();
    }
    assertThat(client.namespaces().withName(namespace).get()).isNull();
  }

  private void workersListenAndOneIsLost(KubernetesDeployment deployment, Path tokens) {
    List<LoadPod> workers =
        deployment.startWorkers(
            new WorkerOrder(
                HOME.resolve("jmeter-plans/src/main/jmx/steady.jmx"),
                tokens,
                Map.of("rate", "10", "duration", "5")));
    assertThat(workers).hasSize(2);
    for (LoadPod worker : workers) {
      await()
          .atMost(Duration.ofSeconds(60))
          .untilAsserted(() -> assertThat(status(worker.control(), "/health")).isEqualTo(200));
      assertThat(worker.exitReason()).as(worker.name()).isEmpty();
    }
    LoadPod lost = workers.get(1);
    client
        .pods()
        .inNamespace(deployment.cluster.namespaces().iterator().next())
        .withName(lost.name())
        .withGracePeriod(0)
        .delete();
    await().atMost(Duration.ofSeconds(30)).until(() -> lost.exitReason().isPresent());
    assertThat(lost.exitReason()).get().asString().contains("pod " + lost.name(), "deleted");
  }

  /** Istio's sidecars tell all they can, and it is there for the asking. */
  @Test
  void istioTelemetryPodsLeaveNoResources(@TempDir Path folder) throws IOException {
    assumeTrue(
        client != null && new ControlPlanes(client).of(IstioControlPlane.SIDECARS).installed(),
        "no Istio on the cluster");
    String namespace = fresh();
    RunIdentities identities =
        RunIdentities.create(folder.resolve("identities"), SampleServices.ALL);
    Needs programs = new Needs(Set.of("zipkin", "prometheus"), List.of(IstioControlPlane.SIDECARS));
    try (KubernetesPlatform platform = platform(target(namespace))) {
      assertThat(platform.problems(programs)).isEmpty();
      platform.obtain(programs);
      Variant full = new Variant("full", "istio-mtls", "none", "full", new TreeMap<>());
      try (Deployment deployment = platform.deploy(order(identities, folder, full))) {
        assertThat(deployment.workloads(Part.TELEMETRY))
            .extracting(Workload::name)
            .containsExactly("zipkin", "prometheus");
        Backends backends = deployment.dataPlane().backends();
        assertThat(status(backends.tracing().orElseThrow().collector(), "/health")).isEqualTo(200);
        Address prometheus = backends.scraping().orElseThrow().server();
        await()
            .atMost(Duration.ofSeconds(40))
            .untilAsserted(
                () ->
                    assertThat(page(prometheus, "/api/v1/query?query=process_uptime_seconds"))
                        .contains(SampleServices.ALL.services()));
        Cluster cluster = ((KubernetesDeployment) deployment).cluster;
        Container proxy =
            cluster.containers().stream()
                .filter(it -> it.name().equals("gateway-proxy"))
                .findFirst()
                .orElseThrow();
        assertThat(cluster.log(proxy, Instant.now())).as("lines of the future").isEmpty();
        assertThatThrownBy(() -> cluster.log(proxy, Instant.EPOCH))
            .as("a log that does not reach back that far")
            .isInstanceOf(PlatformException.class)
            .hasMessageContaining("expected it to reach back to 1970");
        SidecarChanges.isInForceAtEveryProxy(deployment, full, identities);
        SidecarChanges.aNewPodAnswersAndIsGone(deployment, full, identities);
        SidecarChanges.aPodWithoutASidecarIsFound(deployment, full, identities);
      }
      assertThat(trialPods(namespace)).isEmpty();
    }
    assertThat(client.namespaces().withName(namespace).get()).isNull();
  }

  @Test
  void loadBalancersFindTheirReplicas(@TempDir Path folder) throws IOException {
    String namespace = fresh();
    RunIdentities identities =
        RunIdentities.create(folder.resolve("identities"), SampleServices.ALL);
    Variant variant =
        Variant.plain("haproxy")
            .with("algorithm", "least-connections")
            .with("replicas", "2")
            .with("slow-replica", "50ms");
    List<String> services = SampleServices.ALL.services();
    try (KubernetesPlatform platform = platform(target(namespace))) {
      platform.obtain(Needs.of("haproxy"));
      try (Deployment deployment = platform.deploy(order(identities, folder, variant))) {
        assertThat(deployment.workloads(Part.APPLICATION))
            .extracting(Workload::name)
            .containsExactlyInAnyOrderElementsOf(
                SampleServices.ALL.times(2).replicas().stream().map(Replica::name).toList());
        assertThat(deployment.workloads(Part.DATA_PLANE))
            .extracting(Workload::name)
            .containsExactlyInAnyOrderElementsOf(
                services.stream().map(it -> it + "-balancer").toList());
        assertThat(deployment.workloads(Part.DATA_PLANE))
            .allSatisfy(
                it ->
                    assertThat(page(it.management(), "/stats;csv"))
                        .as(it.name())
                        .contains(",FRONTEND,", it.name().replace("-balancer", "-2") + ","));
        assertThat(deployment.dataPlane().balancing().get("order").servers())
            .extracting(it -> it.address().host())
            .doesNotHaveDuplicates()
            .hasSize(2);
        assertThat(slowed(namespace)).containsExactlyInAnyOrder("order", "payment");
        assertThat(deployment.endedWorkloads()).isEmpty();
        Cluster cluster = ((KubernetesDeployment) deployment).cluster;
        assertThat(cluster.containers())
            .extracting(Container::name)
            .contains("order", "order-2", "order-balancer")
            .hasSize(15);
        client.pods().inNamespace(namespace).withLabel("app", "auth-balancer").delete();
        await()
            .atMost(Duration.ofSeconds(30))
            .untilAsserted(
                () ->
                    assertThat(deployment.endedWorkloads())
                        .contains("the pod of auth-balancer was replaced"));
      }
      assertThat(trialPods(namespace)).isEmpty();
    }
    assertThat(client.namespaces().withName(namespace).get()).isNull();
  }

  /** Services of the slowed pods. */
  private List<String> slowed(String namespace) {
    return client.pods().inNamespace(namespace).list().getItems().stream()
        .filter(
            pod ->
                pod.getSpec().getContainers().stream()
                    .flatMap(it -> it.getEnv().stream())
                    .anyMatch(it -> it.getName().equals("MESHGAUGE_KNOB_THINKTIME")))
        .map(pod -> Labels.service(pod.getMetadata().getLabels()))
        .toList();
  }

  @Test
  void existingNamespaceIsRefusedAndUnchanged() {
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
        assertThatThrownBy(() -> platform.obtain(Needs.NOTHING))
            .isInstanceOf(PlatformException.class)
            .hasMessageContaining("the namespace '" + namespace + "' exists and was not changed");
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

  /** No registry listens there, so that no outside host is contacted. */
  @Test
  @Timeout(180)
  void unavailableImagesAreNamed() {
    String namespace = fresh();
    ClusterTarget nowhere =
        new ClusterTarget(context, namespace, 1, "localhost:1/meshgauge/", "no-such-tag", true);
    try (KubernetesPlatform platform = platform(nowhere)) {
      long start = System.nanoTime();
      Needs needs = new Needs(Set.of(), List.of(), 1, SampleServices.APPLICATION.services());
      assertThatThrownBy(() -> platform.obtain(needs))
          .isInstanceOf(PlatformException.class)
          .hasMessageContaining("images that nodes cannot get: node ")
          .hasMessageContaining("localhost:1/meshgauge/gateway:no-such-tag (")
          .hasMessageContaining("-Dkube.image-tag=TAG");
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(60));
    }
    assertThat(client.namespaces().withName(namespace).get()).isNull();
  }

  @Test
  void missingPermissionsAreListed(@TempDir Path folder) throws IOException {
    String namespace = fresh();
    create(namespace);
    try {
      Path kubeconfig = Files.writeString(folder.resolve("weak"), kubeconfig(weak(namespace)));
      Map<String, String> weak = Map.of("KUBECONFIG", kubeconfig.toString());
      ClusterTarget target =
          new ClusterTarget("weak", namespace, 1, "meshgauge/", "0.1.0-snapshot", true);

      try (KubernetesPlatform platform =
          new KubernetesPlatform(HOME, target, OnCluster.SHIPPED, weak)) {
        assertThat(platform.problems(new Needs(Set.of(), List.of(IstioControlPlane.SIDECARS))))
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
  void onlyResourcesOfADeadProcessAreRemoved() throws IOException, InterruptedException {
    Owner living = Owner.fresh();
    Owner gone = new Owner(Owner.fresh().session(), OwnerTest.deadHolder());
    List<String> words = new ArrayList<>();
    try (ExperimentNamespace alive = ExperimentNamespace.create(client, living, fresh());
        ExperimentNamespace dead = ExperimentNamespace.create(client, gone, fresh())) {

      int removed = OrphanedResources.remove(client, context, false, name -> true, words::add);

      assertThat(removed).isEqualTo(1);
      assertThat(client.namespaces().withName(dead.name()).get()).isNull();
      assertThat(client.namespaces().withName(alive.name()).get().getMetadata())
          .satisfies(it -> assertThat(it.getDeletionTimestamp()).isNull());
      assertThat(words)
          .anyMatch(it -> it.startsWith("deleting: namespace " + dead.name()))
          .anyMatch(it -> it.startsWith("kept: " + alive.name() + "; its harness runs"));
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
}
