package io.meshgauge.platform.kubernetes.objects;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.meshgauge.experiment.ClusterTarget;
import io.meshgauge.experiment.Plan.OwnFile;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Variant;
import io.meshgauge.platform.Order;
import io.meshgauge.platform.kubernetes.manifest.Kustomization;
import io.meshgauge.platform.kubernetes.manifest.Manifest;
import io.meshgauge.product.Product;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.SampleServices;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.design.ClusterDesign.Collector;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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
  void podsOfTheHarnessAreThoseOfTheFiles() throws IOException {
    List<ObjectNode> workers = manifests.workers("baseline", work, 1);
    Path authorities = Files.writeString(folder.resolve("ca.pem"), "the authority");
    WorkerOrder tls =
        new WorkerOrder(
            work.plan(),
            work.tokens(),
            Optional.of(authorities),
            Map.of("protocol", "https"),
            Optional.empty());
    WorkerOrder own =
        new WorkerOrder(
            work.plan(),
            work.tokens(),
            Optional.empty(),
            Map.of("duration", "10"),
            Optional.of(ownPlan()));

    GoldenManifests.check("worker", "A load worker", workers, List.of());
    GoldenManifests.check(
        "worker-tls", "A worker that uses TLS", manifests.workers("haproxy", tls, 1), workers);
    GoldenManifests.check(
        "worker-own",
        "A worker with a plan of the user",
        manifests.workers("baseline", own, 1),
        workers);
    GoldenManifests.check(
        "single-pods",
        "The observer of a node, and a pod outside of the mesh",
        List.of(manifests.observer("node-a"), manifests.outsider("node-a")),
        List.of());
  }

  private OwnFile ownPlan() throws IOException {
    Files.createDirectories(folder.resolve("data"));
    Files.writeString(folder.resolve("data/users.csv"), "user\nann\n");
    Path plugins = Files.createDirectories(folder.resolve("jars"));
    Files.writeString(plugins.resolve("pace.jar"), "jar");
    Files.writeString(plugins.resolve("notes.txt"), "no jar");
    return new OwnFile(
        work.plan().toString(),
        List.of("data/users.csv"),
        Optional.of(plugins.toString()),
        Optional.of("shop.example.com"),
        false,
        true,
        Map.of(),
        Optional.empty());
  }

  @ParameterizedTest
  @MethodSource("meshes")
  void severalWorkersShareOneProcessorUnderEveryMesh(Product mesh) {
    List<ObjectNode> objects = manifests.workers(overlay(mesh), work, 3);

    for (int number = 0; number < 3; number++) {
      ObjectNode job = named(objects, "Job", "load-worker-" + number);
      assertThat(job.at("/spec/completions").asInt()).isEqualTo(1);
      assertThat(job.at("/spec/template/metadata/labels").toString())
          .contains("\"meshgauge.io/trial\":\"load\"");
      assertThat(worker(job).at("/resources/requests/cpu").asText()).isEqualTo("333m");
      assertThat(texts(worker(job).path("args")))
          .contains("-Jworkers=3", "-Jworker=" + number)
          .doesNotContain("-Jworker=$(JOB_COMPLETION_INDEX)");
    }
    assertThat(ofKind(objects, "Job")).hasSize(3);
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
    return worker(named(objects, "Job", "load-worker"));
  }

  private static ObjectNode worker(ObjectNode job) {
    return Manifest.containers(job)
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
