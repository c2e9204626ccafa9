package io.meshgauge.evidence.traversal;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.evidence.GrownCounters;
import io.meshgauge.evidence.Loads;
import io.meshgauge.evidence.window.LeastBytes;
import io.meshgauge.evidence.window.ProxyCounters;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.counter.OpenConnections;
import io.meshgauge.product.Product;
import io.meshgauge.product.SampleSite;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.SampleServices;
import io.meshgauge.topology.connection.TlsDetail;
import io.meshgauge.topology.plane.DataPlane;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What follows from counters and connections where all workloads share a proxy. */
class SharedProxyProofTest {
  private static final LoadResult LOAD =
      Loads.of(
          Loads.fine("browse", 60, 200),
          Loads.fine("checkout", 30, 201),
          Loads.fine("forbidden", 6, 403),
          Loads.fine("unauthenticated", 4, 401));
  private static final Map<String, Long> CALLS =
      Map.of("gateway", 100L, "auth", 96L, "order", 90L, "payment", 30L, "logging", 7L);

  @TempDir Path folder;
  private final Product mesh = Products.named("istio-ambient");
  private final Map<String, Double> ztunnel = new HashMap<>();
  private final Map<String, Double> waypoint = new HashMap<>();
  private final Map<String, Long> before = new TreeMap<>();
  private final Map<String, Long> behind = new TreeMap<>();
  private final Map<String, Long> past = new TreeMap<>();
  private final Map<String, Long> served = new TreeMap<>(CALLS);

  @BeforeEach
  void everythingAsItShouldBe() {
    for (Hop hop : SampleServices.ALL.hops()) {
      String way = "tcp.%s_to_%s.".formatted(hop.client(), hop.server());
      ztunnel.put(way + "downstream_cx_total", 2.0);
      ztunnel.put(way + "downstream_cx_rx_bytes_total", 50_000.0);
    }
    CALLS.forEach(
        (service, calls) -> {
          before.put(service, 3L);
          behind.put(service, 3L);
          waypoint.put(
              "http.requests_to_%s.downstream_rq_total".formatted(service), (double) calls);
        });
  }

  @Test
  void bytesConnectionsAndServedCallsThatAgreeProveTraversal() throws IOException {
    List<Evidence> all = traversal("off");

    assertThat(all).hasSize(6 + 5 + 5).allMatch(Evidence::proven, "proven");
    assertThat(all)
        .extracting(Evidence::observed)
        .contains(
            "50000 bytes; 2 connections since it was started",
            "3 of callers to the proxy, 3 of the proxy to the server, 0 of others",
            "30 requests served");
  }

  @Test
  void aWaypointMustHaveReadExactlyWhatWasSent() throws IOException {
    behind.replaceAll((service, count) -> 1L);
    assertThat(traversal("on"))
        .as("its connections are its own, and need not be as many")
        .hasSize(6 + 5 + 5 + 5)
        .allMatch(Evidence::proven, "proven");

    waypoint.merge("http.requests_to_payment.downstream_rq_total", -1.0, Double::sum);
    assertThat(disproven(traversal("on"))).containsExactly("order → payment, at the waypoint");
  }

  @Test
  void fewerBytesThanTheRequestsHaveAreNotThese() throws IOException {
    ztunnel.put("tcp.order_to_payment.downstream_cx_rx_bytes_total", 30.0 * LeastBytes.UP - 1);

    assertThat(disproven(traversal("off"))).containsExactly("order → payment, into the tunnel");
  }

  @Test
  void aConnectionOfAnotherClientCameByAnotherWay() throws IOException {
    past.put("auth", 1L);

    assertThat(disproven(traversal("off"))).containsExactly("gateway → auth, connections");
    assertThat(disproven(traversal("on"))).containsExactly("gateway → auth, connections");
  }

  @Test
  void connectionsThatAreNotPassedOnAreSeenWithoutAWaypoint() throws IOException {
    behind.put("order", 2L);

    assertThat(disproven(traversal("off"))).containsExactly("gateway → order, connections");
  }

  @Test
  void callsThatWereNotSentWereServed() throws IOException {
    served.put("gateway", 101L);

    assertThat(disproven(traversal("off"))).containsExactly("load → gateway, behind the proxy");
  }

  @Test
  void whatCouldNotBeReadIsMissing() throws IOException {
    assertThat(traversal("off", OpenConnections.NOT_READ))
        .filteredOn(it -> it.subject().endsWith(", connections"))
        .hasSize(5)
        .allMatch(it -> it.verdict() == Verdict.MISSING);

    served.remove("payment");
    assertThat(traversal("off"))
        .as("a service without metrics")
        .filteredOn(it -> it.verdict() == Verdict.NOT_CLAIMED)
        .extracting(Evidence::subject)
        .containsExactly("order → payment, behind the proxy");

    DataPlane plane = plane("on");
    assertThat(
            new TraversalProof(plane, mesh.claims(variant("on")))
                .evidence(
                    new ProxyCounters(plane, Map.of(), Map.of()),
                    LOAD,
                    Map.of(),
                    OpenConnections.NOT_READ))
        .hasSize(6 + 5 + 5 + 5)
        .noneMatch(Evidence::proven)
        .filteredOn(it -> it.verdict() == Verdict.MISSING)
        .hasSize(6 + 5 + 5);
  }

  @Test
  void samplesOfOursAreTakenOutOfTheCounts() throws IOException {
    ztunnel.put("tcp.tap_order_to_payment.downstream_cx_total", 3.0);
    waypoint.put("tcp.tap_waypoint_to_payment.downstream_cx_total", 2.0);
    waypoint.merge("http.requests_to_payment.downstream_rq_total", 3.0, Double::sum);
    served.merge("payment", 5L, Long::sum);
    assertThat(traversal("on", "on")).allMatch(Evidence::proven, "proven");

    served.merge("payment", 1L, Long::sum);
    assertThat(disproven(traversal("on", "on")))
        .containsExactly("order → payment, behind the proxy");
  }

  @Test
  void theSessionOfATunnelIsThatOfTheClientThatOpenedIt() throws IOException {
    ztunnel.put("cluster.order_to_payment.ssl.versions.TLSv1.3", 1.0);
    ztunnel.put("cluster.gateway_to_auth.ssl.versions.X", 1.0);
    waypoint.put("cluster.waypoint_to_payment.ssl.versions.Y", 1.0);
    ProxyCounters counters = counters(plane("on"));

    assertThat(counters.negotiated(tunnel("order", "payment"), TlsDetail.VERSION))
        .containsExactly("TLSv1.3");
    assertThat(counters.negotiated(tunnel("order", "waypoint"), TlsDetail.VERSION))
        .containsExactly("TLSv1.3");
    assertThat(counters.negotiated(tunnel("gateway", "waypoint"), TlsDetail.VERSION))
        .containsExactly("X");
    assertThat(counters.negotiated(tunnel("waypoint", "payment"), TlsDetail.VERSION))
        .containsExactly("Y");
    assertThat(counters.negotiated(tunnel("waypoint", "order"), TlsDetail.VERSION)).isEmpty();
    assertThat(counters.negotiated(tunnel("load", "waypoint"), TlsDetail.VERSION)).isEmpty();
  }

  private static Hop tunnel(String from, String to) {
    return new Hop(from, to, Protocol.GRPC);
  }

  private static Variant variant(String waypoint) {
    return Variant.plain("istio-ambient").with("waypoint", waypoint);
  }

  private DataPlane plane(String waypoint) throws IOException {
    return plane(waypoint, "off");
  }

  private DataPlane plane(String waypoint, String tap) throws IOException {
    return mesh.design(variant(waypoint).with("tap", tap)).local(SampleSite.in(folder));
  }

  private ProxyCounters counters(DataPlane plane) {
    return GrownCounters.of(plane, Map.of("ztunnel", ztunnel, "waypoint", waypoint));
  }

  private List<Evidence> traversal(String on) throws IOException {
    return traversal(on, new OpenConnections(before, behind, past));
  }

  private List<Evidence> traversal(String on, OpenConnections open) throws IOException {
    return traversal(plane(on), on, open);
  }

  private List<Evidence> traversal(String on, String tap) throws IOException {
    return traversal(plane(on, tap), on, new OpenConnections(before, behind, past));
  }

  private List<Evidence> traversal(DataPlane plane, String on, OpenConnections open) {
    return new TraversalProof(plane, mesh.claims(variant(on)))
        .evidence(counters(plane), LOAD, served, open);
  }

  private static List<String> disproven(List<Evidence> evidence) {
    return evidence.stream()
        .filter(it -> it.verdict() == Verdict.DISPROVEN)
        .map(Evidence::subject)
        .toList();
  }
}
