package io.meshgauge.platform.kubernetes.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Variant;
import io.meshgauge.identity.RunIdentities;
import io.meshgauge.measure.limit.Limits;
import io.meshgauge.observer.Observer;
import io.meshgauge.observer.ObserverClient;
import io.meshgauge.platform.Deployment;
import io.meshgauge.platform.Instruments;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.Workload;
import io.meshgauge.platform.kubernetes.instrument.ObserverPods.ObserverPod;
import io.meshgauge.product.Product;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.Guarantees.Encryption;
import io.meshgauge.topology.Placement;
import io.meshgauge.topology.SampleServices;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.design.ClusterDesign;
import io.meshgauge.topology.plane.DataPlane;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Sends every mesh's probe request to a real observer process: the design of the mesh selects the
 * identities, and the observer must support them.
 */
class ClusterProbeRequestTest {
  /** Loopback addresses on which nothing listens, so that every probe ends at once. */
  private static final String SILENT = "127.91.0.";

  private static final Topology SERVICES = SampleServices.ALL;

  @TempDir static Path folder;
  private static Process program;
  private static ObserverClient observer;
  private static HttpServer apiServer;
  private static KubernetesClient client;
  private static RunIdentities identities;

  @BeforeAll
  static void startObserver() throws IOException {
    identities = RunIdentities.create(folder.resolve("identities"), SERVICES, List.of());
    program =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Observer.class.getName(),
                "--node",
                "n1")
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    BufferedReader out =
        new BufferedReader(
            new InputStreamReader(program.getInputStream(), StandardCharsets.US_ASCII));
    int port = Integer.parseInt(out.readLine().substring("listening ".length()));
    observer = new ObserverClient(() -> Address.loopback(port), Thread::new);
    startApiServer();
  }

  private static void startApiServer() throws IOException {
    ObjectMapper json = new ObjectMapper();
    String root = Files.readString(identities.authorities());
    String map = json.writeValueAsString(Map.of("data", Map.of("root-cert.pem", root)));
    apiServer = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    apiServer.createContext(
        "/api/v1/namespaces/shop/serviceaccounts/",
        exchange -> SampleCluster.answer(exchange, 200, "{\"status\":{\"token\":\"a token\"}}"));
    apiServer.createContext(
        "/api/v1/namespaces/shop/configmaps/",
        exchange -> SampleCluster.answer(exchange, 200, map));
    apiServer.start();
    Address address = Address.loopback(apiServer.getAddress().getPort());
    client = SampleCluster.client(address);
  }

  @AfterAll
  static void stopObserver() {
    observer.close();
    client.close();
    apiServer.stop(0);
    program.destroyForcibly();
  }

  /** Every mesh of the registry as its profile shows it, and load balancers that end TLS. */
  static Stream<Variant> variants() {
    return Products.on(PlatformKind.KUBERNETES).stream()
        .flatMap(
            mesh ->
                Stream.concat(
                    mesh.descriptor().profile().stream(),
                    Stream.of(Variant.plain(mesh.descriptor().key()).with("tls", "terminate"))
                        .filter(it -> mesh.problems(it, PlatformKind.KUBERNETES).isEmpty())));
  }

  @ParameterizedTest
  @MethodSource("variants")
  void observerUsesTheIdentitiesOfTheMesh(Variant variant) {
    Product mesh = Products.named(variant.mesh());
    Guarantees claims = mesh.claims(variant);
    ClusterDesign design = mesh.design(variant).kubernetes();
    PlacedServices deployment = new PlacedServices(design);
    List<Evidence> evidence = deployment.instruments(claims, identities).prover().probe();

    assertThat(evidence)
        .extracting(Evidence::observed)
        .as("refused or broken by the observer itself")
        .noneMatch(it -> it.contains("observer") || it.contains("observation"));
    Set<Promise> expected =
        claims.encryption() == Encryption.AT_ENTRY || design.authority().isPresent()
            ? Set.of(Promise.PLAINTEXT_PROBE, Promise.IDENTITY)
            : Set.of(Promise.PLAINTEXT_PROBE);
    assertThat(evidence).extracting(Evidence::promise).containsOnlyElementsOf(expected);
    assertThat(evidence)
        .filteredOn(it -> it.promise() == Promise.PLAINTEXT_PROBE)
        .as("every wire address was called")
        .hasSize(Set.copyOf(deployment.dataPlane().wire().values()).size())
        .allMatch(it -> it.observed().startsWith("cannot connect to " + SILENT));
  }

  /** Services whose pods all have the silent address, and ports that tell them apart. */
  private static final class PlacedServices implements Deployment {
    private final ClusterDesign design;
    private final DataPlane plane;

    PlacedServices(ClusterDesign design) {
      this.design = design;
      Map<String, String> hosts = new HashMap<>();
      Map<String, String> services = new HashMap<>();
      Map<String, Address> admin = new HashMap<>();
      for (String service : SERVICES.services()) {
        for (String workload : List.of(service, service + "-2", service + "-balancer")) {
          hosts.put(workload, SILENT + (hosts.size() + 1));
        }
        services.put(service, SILENT + (100 + services.size()));
        admin.put(service, Address.loopback(1));
        admin.put(service + "-balancer", Address.loopback(1));
      }
      admin.put(Topology.LOAD, Address.loopback(1));
      design.nodeProxy().ifPresent(it -> admin.put(it.on("n1"), Address.loopback(1)));
      design.made().ifPresent(it -> hosts.put(it.object().name(), SILENT + 99));
      design.made().ifPresent(it -> admin.put(it.object().name(), Address.loopback(1)));
      plane =
          design.dataPlane(
              new Placement(
                  SERVICES,
                  "shop",
                  hosts,
                  services,
                  Map.of(),
                  admin,
                  Map.of(),
                  Path.of("access-logs")));
    }

    @Override
    public SortedMap<String, Address> entries() {
      return new TreeMap<>(Map.of(SampleServices.ENTRY, new Address(SILENT + 1, Placement.HTTP)));
    }

    @Override
    public DataPlane dataPlane() {
      return plane;
    }

    @Override
    public Instruments instruments(Guarantees claims, RunIdentities identities) {
      return new ClusterInstruments(
          cluster(design),
          this,
          order -> {
            throw new PlatformException("no load is sent here");
          },
          claims,
          identities,
          Limits.NONE);
    }

    @Override
    public List<Workload> workloads() {
      return List.of();
    }

    @Override
    public List<String> endedWorkloads() {
      return List.of();
    }

    @Override
    public void diagnose() {}

    @Override
    public void close() {}
  }

  /** A cluster of one node whose API server gives tokens and the root of the run's authority. */
  private static Cluster cluster(ClusterDesign design) {
    return SampleCluster.of(
        client,
        design,
        SampleCluster.registry(design),
        new ObserverPod("n1", SILENT + 98, observer),
        "shop");
  }
}
