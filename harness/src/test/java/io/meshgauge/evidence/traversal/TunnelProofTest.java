package io.meshgauge.evidence.traversal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.meshgauge.evidence.GrownCounters;
import io.meshgauge.evidence.Loads;
import io.meshgauge.evidence.window.LeastBytes;
import io.meshgauge.evidence.window.ProxyCounters;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.counter.CounterSource;
import io.meshgauge.measure.counter.TrafficCounter;
import io.meshgauge.product.istio.WaypointCounters;
import io.meshgauge.product.istio.WaypointType;
import io.meshgauge.product.istio.ZtunnelCounters;
import io.meshgauge.product.istio.ZtunnelCounters.Security;
import io.meshgauge.product.istio.ZtunnelCounters.What;
import io.meshgauge.product.istio.ZtunnelType;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.Guarantees.Proxies;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.SampleServices;
import io.meshgauge.topology.plane.DataPlane;
import io.meshgauge.topology.plane.Listener;
import io.meshgauge.topology.plane.Listener.Side;
import io.meshgauge.topology.plane.ListenerCounters;
import io.meshgauge.topology.plane.ProxyProcess;
import io.meshgauge.topology.plane.ProxyType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Proxies that carry connections, and one on the way that knows requests. */
class TunnelProofTest {
  private static final Guarantees MUTUAL = new Guarantees(Proxies.BOTH_SIDES, true);
  private static final Hop ENTRY = new Hop("load", "gateway", Protocol.HTTP1);
  private static final LoadResult LOAD = Loads.of(Loads.fine("browse", 1000, 200));
  private static final Address GATEWAY = new Address("10.0.0.1", 8080);
  private static final String BEHIND =
      "cluster.inbound-vip|8080|http|gateway.ns.svc.cluster.local.";
  private static final Address TUNNEL = new Address("10.0.0.1", 15008);

  private final Map<String, Double> ztunnel = new HashMap<>();
  private final Map<String, Double> waypoint = new HashMap<>();

  @Test
  void bytesEnoughInMutualTlsAtBothEndsProveAHop() {
    carry(Side.OUTBOUND, Security.MUTUAL_TLS, 400_000, 900_000);
    carry(Side.INBOUND, Security.MUTUAL_TLS, 400_000, 900_000);

    assertThat(straight())
        .extracting(Evidence::subject, Evidence::verdict)
        .containsExactly(
            tuple("load → gateway, client's end", Verdict.PROVEN),
            tuple("load → gateway, server's end", Verdict.PROVEN));
  }

  @Test
  void fewerBytesThanTheCallsNeedAreACallThatWentElsewhere() {
    carry(Side.OUTBOUND, Security.MUTUAL_TLS, 1000 * LeastBytes.UP - 1, 900_000);
    carry(Side.INBOUND, Security.MUTUAL_TLS, 400_000, 1000 * LeastBytes.DOWN - 1);

    assertThat(straight()).extracting(Evidence::verdict).containsOnly(Verdict.DISPROVEN);
  }

  @Test
  void nothingCountedIsNoProof() {
    assertThat(straight()).extracting(Evidence::verdict).containsOnly(Verdict.DISPROVEN);
  }

  @Test
  void oneByteInPlaintextIsTooMany() {
    carry(Side.OUTBOUND, Security.MUTUAL_TLS, 400_000, 900_000);
    carry(Side.INBOUND, Security.MUTUAL_TLS, 400_000, 900_000);
    carry(Side.OUTBOUND, Security.PLAINTEXT, 1, 0);

    assertThat(straight())
        .extracting(Evidence::verdict)
        .containsExactly(Verdict.DISPROVEN, Verdict.PROVEN);
  }

  @Test
  void anotherNameIsNoProofOfIdentity() {
    carry(Side.OUTBOUND, Security.MUTUAL_TLS, 400_000, 900_000);
    carry(Side.INBOUND, Security.OTHER_NAMES, 400_000, 900_000);

    assertThat(straight())
        .extracting(Evidence::verdict)
        .containsExactly(Verdict.PROVEN, Verdict.DISPROVEN);
  }

  @Test
  void aHopThatThePlanDoesNotUseNeedsNoBytes() {
    Hop payment = SampleServices.hop("order", "payment");
    DataPlane plane =
        new DataPlane(
                List.of(proxy("ztunnel", new ZtunnelType())),
                Map.of(payment, GATEWAY),
                List.of(end(payment, Side.INBOUND)),
                Map.of(payment, TUNNEL))
            .tunnelling(Map.of(payment, GATEWAY));

    assertThat(
            new TunnelProof(plane, MUTUAL)
                .evidence(GrownCounters.of(plane, Map.of()), LOAD, Map.of()))
        .as("not counted")
        .extracting(Evidence::verdict)
        .containsExactly(Verdict.PROVEN);
  }

  @Test
  void aProxyThatWasNotReadIsMissing() {
    DataPlane plane = plane();
    ProxyCounters none = new ProxyCounters(plane, Map.of(), Map.of());

    assertThat(new TunnelProof(plane, MUTUAL).evidence(none, LOAD, Map.of()))
        .hasSize(2)
        .extracting(Evidence::verdict)
        .containsOnly(Verdict.MISSING);
  }

  @Test
  void whatStandsOnTheWayMustHaveTakenWhatWasSentAndTheServiceHaveServedThat() {
    carryLayers();
    waypoint.put(WaypointCounters.requests("ns/gateway"), 1000.0);

    assertThat(layered(Map.of("gateway", 1000L)))
        .hasSize(4)
        .extracting(Evidence::verdict)
        .containsOnly(Verdict.PROVEN);
    assertThat(layered(Map.of("gateway", 1001L)))
        .as("one came past it")
        .extracting(Evidence::verdict)
        .containsOnlyOnce(Verdict.DISPROVEN);
    assertThat(layered(Map.of()))
        .as("a service without metrics")
        .extracting(Evidence::verdict)
        .containsOnlyOnce(Verdict.NOT_CLAIMED);
  }

  @Test
  void aRequestTheProxyOnTheWayDidNotTakeDisprovesIt() {
    carryLayers();
    waypoint.put(WaypointCounters.requests("ns/gateway"), 999.0);

    assertThat(layered(Map.of("gateway", 999L)))
        .filteredOn(it -> it.verdict() == Verdict.DISPROVEN)
        .singleElement()
        .satisfies(it -> assertThat(it.observed()).isEqualTo("999 requests"));
  }

  private void carry(Side side, Security security, double up, double down) {
    carry(new ZtunnelCounters(side, "ns/load", "ns/gateway"), security, up, down);
  }

  private void carry(ZtunnelCounters counters, Security security, double up, double down) {
    ztunnel.put(counters.of(security, What.OPENED), 2.0);
    ztunnel.put(counters.of(security, What.UP), up);
    ztunnel.put(counters.of(security, What.DOWN), down);
  }

  @Test
  void whatAWaypointSentAgainReachesTheServiceAsWell() {
    carryLayers();
    waypoint.put(WaypointCounters.requests("ns/gateway"), 1000.0);
    waypoint.put(BEHIND + "upstream_rq_retry", 30.0);

    assertThat(layered(Map.of("gateway", 1030L))).allMatch(Evidence::proven, "proven");
    assertThat(layered(Map.of("gateway", 1000L)))
        .filteredOn(it -> !it.proven())
        .singleElement()
        .extracting(Evidence::expected)
        .isEqualTo("1030 requests served, as many as it took and 30 that it sent again");
  }

  @Test
  void whatALimitOfTheWaypointRefusedDoesNot() {
    carryLayers();
    waypoint.put(WaypointCounters.requests("ns/gateway"), 1000.0);
    waypoint.put(BEHIND + "upstream_rq_pending_overflow", 400.0);
    carry(
        new ZtunnelCounters(Side.INBOUND, "ns/waypoint", "ns/gateway"),
        Security.MUTUAL_TLS,
        600 * LeastBytes.UP,
        900_000);

    assertThat(layered(Map.of("gateway", 600L))).allMatch(Evidence::proven, "proven");
    assertThat(layered(Map.of("gateway", 601L))).filteredOn(it -> !it.proven()).hasSize(1);
  }

  @Test
  void againBeforeAWaypointIsNoCircle() {
    carryLayers();
    waypoint.put(BEHIND + "upstream_rq_retry", 30.0);
    DataPlane plane = layeredPlane();

    assertThat(
            GrownCounters.of(plane, Map.of("ztunnel", ztunnel, "waypoint", waypoint))
                .againBefore("gateway"))
        .isEqualTo(30);
  }

  private void carryLayers() {
    carry(
        new ZtunnelCounters(Side.OUTBOUND, "ns/load", "ns/waypoint"),
        Security.MUTUAL_TLS,
        400_000,
        900_000);
    carry(
        new ZtunnelCounters(Side.INBOUND, "ns/waypoint", "ns/gateway"),
        Security.MUTUAL_TLS,
        400_000,
        900_000);
  }

  private List<Evidence> straight() {
    DataPlane plane = plane();
    return new TunnelProof(plane, MUTUAL)
        .evidence(GrownCounters.of(plane, Map.of("ztunnel", ztunnel)), LOAD, Map.of());
  }

  private static DataPlane plane() {
    return new DataPlane(
            List.of(proxy("ztunnel", new ZtunnelType())),
            Map.of(ENTRY, GATEWAY),
            List.of(end(ENTRY, Side.OUTBOUND), end(ENTRY, Side.INBOUND)),
            Map.of(ENTRY, TUNNEL))
        .tunnelling(Map.of(ENTRY, GATEWAY));
  }

  private List<Evidence> layered(Map<String, Long> served) {
    DataPlane plane = layeredPlane();
    return new TunnelProof(plane, MUTUAL)
        .evidence(
            GrownCounters.of(plane, Map.of("ztunnel", ztunnel, "waypoint", waypoint)),
            LOAD,
            served);
  }

  private static DataPlane layeredPlane() {
    Hop to = new Hop("load", "waypoint", Protocol.HTTP1);
    Hop from = new Hop("waypoint", "gateway", Protocol.HTTP1);
    Address before = new Address("10.0.0.9", 15008);
    return new DataPlane(
            List.of(proxy("ztunnel", new ZtunnelType()), proxy("waypoint", new WaypointType())),
            Map.of(ENTRY, GATEWAY),
            List.of(
                end(to, Side.OUTBOUND),
                end(from, Side.INBOUND),
                new Listener(
                    "waypoint",
                    ENTRY,
                    Side.BETWEEN,
                    before,
                    ListenerCounters.of(
                        Map.of(
                            TrafficCounter.REQUESTS,
                            CounterSource.onceUsed(WaypointCounters.requests("ns/gateway")),
                            TrafficCounter.RETRIES,
                            CounterSource.onceUsed(BEHIND + "upstream_rq_retry"),
                            TrafficCounter.OVERFLOWS,
                            CounterSource.onceUsed(BEHIND + "upstream_rq_pending_overflow"))))),
            Map.of(to, before, from, TUNNEL))
        .tunnelling(Map.of(to, new Address("10.96.0.1", 8080), from, GATEWAY));
  }

  private static Listener end(Hop hop, Side side) {
    return new Listener(
        "ztunnel",
        hop,
        side,
        TUNNEL,
        new ZtunnelCounters(side, "ns/" + hop.client(), "ns/" + hop.server()).sources());
  }

  private static ProxyProcess proxy(String name, ProxyType kind) {
    return new ProxyProcess(name, name, kind, "", Address.loopback(40_000), 2);
  }
}
