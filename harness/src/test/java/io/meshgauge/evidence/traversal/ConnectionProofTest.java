package io.meshgauge.evidence.traversal;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.evidence.Loads;
import io.meshgauge.evidence.distribution.DistributionProof;
import io.meshgauge.evidence.window.CallBounds;
import io.meshgauge.evidence.window.ProxyCounters;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.counter.Counters;
import io.meshgauge.measure.counter.OpenConnections;
import io.meshgauge.product.Product;
import io.meshgauge.product.SampleSite;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.SampleServices;
import io.meshgauge.topology.plane.Balancing;
import io.meshgauge.topology.plane.DataPlane;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What follows from the connections that were open around balancers of connections. */
class ConnectionProofTest {
  private static final LoadResult LOAD =
      Loads.of(
          Loads.fine("browse", 60, 200),
          Loads.fine("checkout", 30, 201),
          Loads.fine("forbidden", 6, 403),
          Loads.fine("unauthenticated", 4, 401));

  @TempDir Path folder;
  private Product mesh;
  private DataPlane plane;
  private final Map<String, Long> before = new TreeMap<>();
  private final Map<String, Long> behind = new TreeMap<>();
  private final Map<String, Long> past = new TreeMap<>();
  private final Map<String, Long> served = new TreeMap<>();
  private final Map<String, Double> taken = new TreeMap<>();

  @BeforeEach
  void everythingAsItShouldBe() throws IOException {
    plane = plane("round-robin");
    open("gateway", 4, 4);
    open("auth", 1, 1);
    open("order", 3, 2);
    open("payment", 2, 0);
    open("logging", 1, 1);
    served("gateway", 80, 20);
    served("auth", 50, 46);
    served("order", 60, 30);
    served("payment", 30, 0);
    served("logging", 7, 5);
  }

  @Test
  void asManyBehindAsBeforeAndAllThatWasSentProvesTraversal() {
    assertThat(traversal())
        .hasSize(10)
        .allMatch(Evidence::proven, "proven")
        .extracting(Evidence::observed)
        .contains(
            "8 open before it, 8 behind it, 20 taken since it was started, by its own count",
            "100 requests served; open at the replicas: 8 connections of the proxy, 0 of others");
  }

  @Test
  void connectionsThatAreSharedByCallersAreNotPassedOn() {
    behind.merge("order", -1L, Long::sum);

    assertThat(disproven(traversal())).containsExactly("gateway → order, before the server");
  }

  @Test
  void whoComesPastTheProxyIsSeenByItsConnectionOrByItsRequests() {
    past.put("auth-2", 1L);
    served.merge("order-2", 1L, Long::sum);

    assertThat(disproven(traversal()))
        .containsExactly("gateway → auth, behind the proxy", "gateway → order, behind the proxy");
  }

  @Test
  void aProxyThatHasTakenFewerThanAreOpenIsNotTheOneOnThePath() {
    taken.put("gateway", 3.0);

    assertThat(disproven(traversal())).containsExactly("load → gateway, before the server");
  }

  @Test
  void whatWasNotObservedIsMissing() {
    assertThat(traversal(OpenConnections.NOT_READ))
        .hasSize(10)
        .allMatch(it -> it.verdict() == Verdict.MISSING);
    assertThat(distribution(OpenConnections.NOT_READ))
        .hasSize(5)
        .allMatch(it -> it.verdict() == Verdict.MISSING);
  }

  @Test
  void howRequestsAreSpreadIsSaidAndNotJudged() {
    assertThat(distribution()).hasSize(5).allMatch(Evidence::proven, "proven");
    assertThat(distribution())
        .extracting(Evidence::observed)
        .contains(
            "connections gateway 4, gateway-2 4; calls gateway 80, gateway-2 20, 80 % of them at the busiest of 2",
            "connections payment 2, payment-2 0; calls payment 30, payment-2 0, 100 % of them at the busiest of 2");
  }

  @Test
  void requestsWithoutAConnectionCameByAnotherWay() {
    served.put("payment-2", 1L);

    assertThat(disproven(distribution())).containsExactly("payment: open connections, in turn");
  }

  @Test
  void byAddressAllAreAtOneReplica() throws IOException {
    plane = plane("ip-hash");

    assertThat(disproven(distribution()))
        .as("all but payment, which has one home")
        .hasSize(4)
        .doesNotContain("payment: open connections, by the client's address");
  }

  @Test
  void theDistributionOfRequestsIsNotAskedFor() {
    assertThat(new DistributionProof(plane).evidence(served, 10)).isEmpty();
  }

  private void open(String service, long first, long second) {
    before.put(service, first + second);
    behind.put(service, first);
    behind.put(service + "-2", second);
    taken.put(service, 20.0);
  }

  private void served(String service, long first, long second) {
    served.put(service, first);
    served.put(service + "-2", second);
  }

  private DataPlane plane(String algorithm) throws IOException {
    mesh = Products.named("haproxy");
    Variant variant = Variant.plain("haproxy").with("layer", "tcp").with("algorithm", algorithm);
    return mesh.design(variant)
        .local(SampleSite.in(folder, mesh.design(variant).topology(SampleServices.ALL)));
  }

  private OpenConnections found() {
    return new OpenConnections(before, behind, past);
  }

  private List<Evidence> traversal() {
    return traversal(found());
  }

  private List<Evidence> traversal(OpenConnections open) {
    Map<String, Counters> start = new TreeMap<>();
    Map<String, Counters> end = new TreeMap<>();
    taken.forEach(
        (service, count) -> {
          start.put(service + "-balancer", Counters.NONE);
          end.put(service + "-balancer", Counters.of(Map.of(service + ".FRONTEND.stot", count)));
        });
    return new TraversalProof(plane, mesh.claims(Variant.plain(mesh.descriptor().key())))
        .evidence(new ProxyCounters(plane, start, end), LOAD, served, open);
  }

  private List<Evidence> distribution() {
    return distribution(found());
  }

  private List<Evidence> distribution(OpenConnections open) {
    ConnectionProof proof = new ConnectionProof(open, new CallBounds(plane, served));
    Map<String, Balancing> spreads = new TreeMap<>(plane.balancing());
    return spreads.entrySet().stream()
        .map(it -> proof.distribution(it.getKey(), it.getValue()))
        .toList();
  }

  private static List<String> disproven(List<Evidence> evidence) {
    return evidence.stream()
        .filter(it -> it.verdict() == Verdict.DISPROVEN)
        .map(Evidence::subject)
        .toList();
  }
}
