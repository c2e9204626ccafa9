package io.meshgauge.platform.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.meshgauge.experiment.ClusterTarget;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Variant;
import io.meshgauge.platform.Order;
import io.meshgauge.platform.kubernetes.instrument.Cluster.WorkerOrder;
import io.meshgauge.platform.kubernetes.manifest.Kustomization;
import io.meshgauge.platform.kubernetes.manifest.Manifest;
import io.meshgauge.product.Product;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.ClusterDesign.Collector;
import io.meshgauge.topology.SampleServices;
import io.meshgauge.topology.Topology;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the values of a run in the manifests of the project. */
class ManifestsTest {
  private static final Path K8S =
      Path.of(System.getProperty("meshgauge.home", "..")).resolve("k8s");
  private static final String JWKS = "{\"keys\":[{\"kid\":\"mine\"}]}";

  @TempDir Path folder;
  private final Manifests manifests =
      new Manifests(
          K8S, new Images(new ClusterTarget("lab", null, 1, "registry.test/team/", "7", false)));
  private WorkerOrder work;

  @BeforeEach
  void files() throws IOException {
    Files.writeString(folder.resolve("jwks.json"), JWKS);
    work =
        new WorkerOrder(
            Files.writeString(folder.resolve("stress.jmx"), "<plan/>"),
            Files.writeString(folder.resolve("tokens.properties"), "token=secret\n"),
            Map.of("rate", "200", "duration", "15"));
  }

  static Stream<Product> meshes() {
    return Products.on(PlatformKind.KUBERNETES).stream();
  }

  static Stream<Product> carriers() {
    return meshes()
        .filter(
            it ->
                it.design(Variant.plain(it.descriptor().key()))
                    .carriesStreams(PlatformKind.KUBERNETES));
  }

  @Test
  void theRunsPublicKeysAreWhereTokensAreVerified() {
    List<ObjectNode> objects = manifests.services("istio-mtls", order("istio-mtls", Map.of()));

    assertThat(named(objects, "ConfigMap", "jwks").at("/data/jwks.json").asText()).isEqualTo(JWKS);
    assertThat(
            named(objects, "RequestAuthentication", "gateway").at("/spec/jwtRules/0/jwks").asText())
        .isEqualTo(JWKS);
  }

  @Test
  void knobsGetTheNamesUnderWhichSpringReadsThemFromTheEnvironment() {
    List<ObjectNode> objects =
        manifests.services(
            "baseline",
            order(
                "baseline",
                Map.of("payload-bytes", "64", "think-time", "5ms", "logging.level.root", "warn")));

    JsonNode data = named(objects, "ConfigMap", "knobs").path("data");
    assertThat(data.toString())
        .contains("\"MESHGAUGE_KNOB_PAYLOADBYTES\":\"64\"")
        .contains("\"MESHGAUGE_KNOB_THINKTIME\":\"5ms\"")
        .contains("\"LOGGING_LEVEL_ROOT\":\"warn\"");
    assertThat(data).hasSize(3);
  }

  @Test
  void deploymentsAndTheirPodsAreMarkedAsTheTrials() {
    List<ObjectNode> objects = manifests.services("baseline", order("baseline", Map.of()));

    List<ObjectNode> deployments = ofKind(objects, "Deployment");
    assertThat(deployments)
        .extracting(Manifest::name)
        .containsExactlyInAnyOrderElementsOf(SampleServices.ALL.services());
    assertThat(deployments)
        .allSatisfy(
            it ->
                assertThat(
                        it.path("spec").path("template").path("metadata").path("labels").toString())
                    .contains("\"meshgauge.io/trial\":\"services\""));
  }

  @Test
  void onlyTheProjectsOwnImagesAreRenamed() {
    List<ObjectNode> objects = manifests.services("envoy", order("envoy", Map.of()));

    assertThat(objects.stream().flatMap(Manifest::containers).map(it -> it.path("image").asText()))
        .hasSize(10)
        .contains("registry.test/team/gateway:7", "registry.test/team/logging:7")
        .allMatch(
            it -> it.startsWith("registry.test/team/") || it.startsWith("envoyproxy/envoy:v1."))
        .noneMatch(it -> it.startsWith("meshgauge/"));
  }

  @Test
  void aWorkerHasItsPlanItsTokensAndItsArguments() {
    List<ObjectNode> objects = manifests.workers("baseline", work, 1);

    assertThat(named(objects, "ConfigMap", "plan").path("data").toString())
        .isEqualTo("{\"stress.jmx\":\"<plan/>\"}");
    assertThat(
            new String(
                Base64.getDecoder()
                    .decode(
                        named(objects, "Secret", "tokens").at("/data/tokens.properties").asText()),
                StandardCharsets.UTF_8))
        .isEqualTo("token=secret\n");
    List<String> arguments = texts(worker(objects).path("args"));
    assertThat(arguments)
        .containsSubsequence("--plan", "/plan/stress.jmx")
        .containsSubsequence("--serve", "8090")
        .contains("-Jhost=$(ENTRY_HOST)", "-Jworker=$(JOB_COMPLETION_INDEX)")
        .endsWith("-Jworkers=1", "-Jduration=15", "-Jrate=200")
        .doesNotContain("/plan/steady.jmx");
    assertThat(worker(objects).at("/resources/requests/cpu").asText()).isEqualTo("1000m");
    assertThat(worker(objects).path("image").asText())
        .isEqualTo("registry.test/team/load-worker:7");
  }

  @Test
  void aWorkerThatSpeaksTlsTrustsTheRunsAuthority() throws IOException {
    Path authorities = Files.writeString(folder.resolve("ca.pem"), "the authority");
    WorkerOrder tls =
        new WorkerOrder(
            work.plan(),
            work.tokens(),
            Optional.of(authorities),
            Map.of("protocol", "https"),
            Optional.empty());

    List<ObjectNode> objects = manifests.workers("haproxy", tls, 1);

    assertThat(named(objects, "Secret", "tokens").at("/data/ca.pem").asText())
        .isEqualTo(
            Base64.getEncoder().encodeToString("the authority".getBytes(StandardCharsets.UTF_8)));
    assertThat(texts(worker(objects).path("args")))
        .endsWith("-Jworkers=1", "-JtlsCa=/tokens/ca.pem", "-Jprotocol=https");
    assertThat(manifests.workers("haproxy", work, 1).toString()).doesNotContain("ca.pem");
  }

  @ParameterizedTest
  @MethodSource("meshes")
  void severalWorkersShareOneProcessorUnderEveryMesh(Product mesh) {
    List<ObjectNode> objects = manifests.workers(overlay(mesh), work, 3);

    ObjectNode job = named(objects, "Job", "load-worker");
    assertThat(job.at("/spec/completions").asInt()).isEqualTo(3);
    assertThat(job.at("/spec/parallelism").asInt()).isEqualTo(3);
    assertThat(job.at("/spec/template/metadata/labels").toString())
        .contains("\"meshgauge.io/trial\":\"load\"");
    assertThat(worker(objects).at("/resources/requests/cpu").asText()).isEqualTo("333m");
    assertThat(texts(worker(objects).path("args"))).contains("-Jworkers=3");
  }

  @Test
  void armsThatAreDeployedAtOnceDivideTheCpuOfOne() {
    Manifests shared = manifests.sharedBy(4);

    assertThat(
            shared.services("envoy", order("envoy", Map.of())).stream()
                .flatMap(Manifest::containers)
                .map(it -> it.at("/resources/requests/cpu").asText()))
        .hasSize(10)
        .containsOnly("7m");
    assertThat(worker(shared.workers("envoy", work, 1)).at("/resources/requests/cpu").asText())
        .isEqualTo("250m");
    assertThat(
            shared.services("istio-mtls", order("istio-mtls", Map.of())).stream()
                .map(it -> it.at("/spec/template/metadata/annotations"))
                .map(it -> it.path("sidecar.istio.io/proxyCPU"))
                .filter(JsonNode::isTextual)
                .map(JsonNode::asText))
        .hasSize(5)
        .containsOnly("7m");
  }

  @Test
  void anObserverIsBoundToItsNodeAndNamedAfterIt() {
    ObjectNode pod = manifests.observer("node-a");

    assertThat(Manifest.name(pod)).isEqualTo("observer-node-a");
    assertThat(pod.at("/spec/nodeName").asText()).isEqualTo("node-a");
    assertThat(pod.at("/spec/containers/0/image").asText())
        .isEqualTo("registry.test/team/observer:7");
  }

  @ParameterizedTest
  @MethodSource("meshes")
  void everyPodOfAMeshKeepsTheHouseRules(Product mesh) {
    List<ObjectNode> objects =
        manifests.services(overlay(mesh), order(mesh.descriptor().key(), Map.of()));
    objects.addAll(manifests.workers(overlay(mesh), work, 1));

    List<ObjectNode> pods =
        objects.stream().filter(it -> Manifest.containers(it).findAny().isPresent()).toList();
    assertThat(pods).hasSize(mesh.descriptor().isBalancer() ? 11 : 6);
    for (ObjectNode workload : pods) {
      JsonNode spec = workload.at("/spec/template/spec");
      assertThat(spec.path("automountServiceAccountToken").asBoolean(true)).isFalse();
      assertThat(spec.at("/securityContext/seccompProfile/type").asText())
          .isEqualTo("RuntimeDefault");
      Manifest.containers(workload).forEach(it -> keepsTheHouseRules(spec, it));
    }
  }

  @ParameterizedTest
  @MethodSource("carriers")
  void aStreamHasItsTwoEndsAndNoServiceUnderEveryMesh(Product mesh) {
    List<ObjectNode> objects = manifests.services(overlay(mesh), stream(mesh.descriptor().key()));

    List<ObjectNode> deployments = ofKind(objects, "Deployment");
    assertThat(deployments)
        .extracting(Manifest::name)
        .containsExactlyInAnyOrderElementsOf(
            mesh.descriptor().isBalancer()
                ? List.of("iperf", "load", "iperf-balancer")
                : List.of("iperf", "load"));
    for (ObjectNode workload : deployments) {
      JsonNode spec = workload.at("/spec/template/spec");
      assertThat(spec.path("automountServiceAccountToken").asBoolean(true)).isFalse();
      assertThat(workload.at("/spec/template/metadata/labels").toString())
          .contains(
              "\"meshgauge.io/trial\":\"%s\""
                  .formatted(
                      switch (Manifest.name(workload)) {
                        case "load" -> "load";
                        case "iperf" -> "services";
                        default -> "balancers";
                      }));
      Manifest.containers(workload).forEach(it -> keepsTheHouseRules(spec, it));
    }
    assertThat(named(objects, "ConfigMap", "addresses").at("/data/ENTRY_HOST").asText())
        .isEqualTo(mesh.descriptor().key().equals("envoy") ? "127.0.0.1" : "iperf");
  }

  @Test
  void imagesOfOthersAreTheOnesThatWereNamed() {
    Manifests others =
        new Manifests(
            K8S,
            new Images(
                new ClusterTarget(
                    "lab",
                    null,
                    1,
                    "meshgauge/",
                    "7",
                    false,
                    Map.of(
                        "iperf3", "r.test/iperf3:9",
                        "prometheus", "r.test/prom:3",
                        "nginx", "r.test/nginx:4"),
                    ClusterTarget.Installing.NOTHING)));

    assertThat(
            others.services("baseline", stream("baseline")).stream()
                .flatMap(Manifest::containers)
                .map(it -> it.path("image").asText()))
        .containsExactly("r.test/iperf3:9", "r.test/iperf3:9");
    Collector prometheus = new Collector("prometheus", 9090, Optional.of(Duration.ofSeconds(5)));
    List<ObjectNode> reader = others.collector(prometheus);
    assertThat(reader.stream().flatMap(Manifest::containers).map(it -> it.path("image").asText()))
        .containsExactly("r.test/prom:3");
    assertThat(
            Kustomization.object(
                    named(reader, "ConfigMap", "prometheus").at("/data/prometheus.yml").asText())
                .path("global"))
        .hasToString("{\"scrape_interval\":\"5s\",\"scrape_timeout\":\"5s\"}");
    assertThat(
            others.services("nginx", order("nginx", Map.of())).stream()
                .filter(Manifest::isFront)
                .flatMap(Manifest::containers)
                .map(it -> it.path("image").asText()))
        .hasSize(5)
        .containsOnly("r.test/nginx:4");
  }

  @Test
  void streamUsesTheSameEnvoyAsTheLoad() throws IOException {
    assertThat(K8S.resolve("mesh/envoy/tcp/sidecar.yaml"))
        .hasSameTextualContentAs(K8S.resolve("mesh/envoy/load/sidecar.yaml"));
  }

  private static void keepsTheHouseRules(JsonNode pod, ObjectNode container) {
    String name = container.path("name").asText();
    JsonNode security = container.path("securityContext");
    boolean nonRoot =
        security
            .path("runAsNonRoot")
            .asBoolean(pod.at("/securityContext/runAsNonRoot").asBoolean(false));
    assertThat(nonRoot).as("%s runs as another than root", name).isTrue();
    assertThat(security.path("readOnlyRootFilesystem").asBoolean(false))
        .as("%s writes nothing", name)
        .isTrue();
    assertThat(security.path("allowPrivilegeEscalation").asBoolean(true))
        .as("%s gets no more rights", name)
        .isFalse();
    assertThat(texts(security.at("/capabilities/drop"))).as(name).containsExactly("ALL");
    assertThat(security.at("/capabilities/add").isMissingNode()).as(name).isTrue();
    JsonNode resources = container.path("resources");
    assertThat(resources.at("/requests/memory").asText())
        .as("memory of %s", name)
        .isNotBlank()
        .isEqualTo(resources.at("/limits/memory").asText());
    assertThat(resources.at("/requests/cpu").asText()).as("CPU of %s", name).isNotBlank();
    assertThat(resources.at("/limits/cpu").isMissingNode())
        .as("%s is not throttled", name)
        .isTrue();
  }

  private Order stream(String mesh) {
    return order(Topology.STREAM, mesh, Map.of());
  }

  private Order order(String mesh, Map<String, String> knobs) {
    return order(SampleServices.ALL, mesh, knobs);
  }

  private Order order(Topology topology, String mesh, Map<String, String> knobs) {
    return new Order(
        topology,
        Products.named(mesh).design(Variant.plain(mesh)),
        knobs,
        folder,
        folder.resolve("work"),
        folder.resolve("logs"));
  }

  private static String overlay(Product mesh) {
    return mesh.design(Variant.plain(mesh.descriptor().key())).kubernetes().overlay();
  }

  private static ObjectNode worker(List<ObjectNode> objects) {
    return Manifest.containers(named(objects, "Job", "load-worker"))
        .filter(it -> it.path("name").asText().equals("load-worker"))
        .findFirst()
        .orElseThrow();
  }

  private static List<String> texts(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false).map(JsonNode::asText).toList();
  }

  private static List<ObjectNode> ofKind(List<ObjectNode> objects, String kind) {
    return objects.stream().filter(it -> Manifest.kind(it).equals(kind)).toList();
  }

  private static ObjectNode named(List<ObjectNode> objects, String kind, String name) {
    return ofKind(objects, kind).stream()
        .filter(it -> Manifest.name(it).equals(name))
        .findFirst()
        .orElseThrow();
  }
}
