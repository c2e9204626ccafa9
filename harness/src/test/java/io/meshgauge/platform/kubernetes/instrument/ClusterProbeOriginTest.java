package io.meshgauge.platform.kubernetes.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.evidence.ProbeOrigin;
import io.meshgauge.evidence.capture.Encapsulation;
import io.meshgauge.evidence.capture.Exchanges;
import io.meshgauge.evidence.capture.InterNodePackets;
import io.meshgauge.evidence.capture.InterNodePackets.Way;
import io.meshgauge.evidence.capture.Sighting;
import io.meshgauge.evidence.capture.WireSightings;
import io.meshgauge.evidence.capture.WireWatch;
import io.meshgauge.evidence.enforcement.RuleWatch;
import io.meshgauge.evidence.probe.ProbeOptions;
import io.meshgauge.evidence.probe.TrafficKind;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.Guarantees.Proxies;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.plane.DataPlane;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ClusterProbeOriginTest {
  private static final Address ORDER = new Address("10.0.0.1", 8080);
  private static final Address AUTH = new Address("10.0.1.2", 9090);
  private static final DataPlane PLANE =
      new DataPlane(List.of(), Map.of(), List.of(), Map.of(), List.of());

  private final List<String> calls = new ArrayList<>();

  @Test
  void sightingsOfNodesAreSummedByAddressAndKind() {
    ProbeOrigin one =
        node("a", "packets on node-a", Map.of(ORDER, seen(Map.of(TrafficKind.TLS, 3L))));
    ProbeOrigin other =
        node(
            "b",
            "packets on node-b",
            Map.of(
                ORDER, seen(Map.of(TrafficKind.TLS, 4L, TrafficKind.HTTP1, 1L)),
                AUTH, seen(Map.of(TrafficKind.HTTP2, 2L))));

    WireSightings together = of(one, other).watch(PLANE, WireWatch.Extent.BURSTS).finish();

    assertThat(together.at(ORDER).of(TrafficKind.TLS)).isEqualTo(7);
    assertThat(together.at(ORDER).readable()).isEqualTo(1);
    assertThat(together.at(AUTH).of(TrafficKind.HTTP2)).isEqualTo(2);
    assertThat(together.byAddress()).hasSize(2);
    assertThat(together.how()).isEqualTo("packets on node-a; packets on node-b");
    assertThat(calls).containsExactly("a watches", "b watches", "a finishes", "b finishes");
  }

  @Test
  void callBetweenNodesIsTimedOnceAtTheServersNode() {
    Hop order = new Hop("gateway", "order", Protocol.HTTP1);
    Map<Hop, Address> wires = Map.of(order, ORDER);
    DataPlane plane = new DataPlane(List.of(), wires, List.of(), wires);
    ProbeOrigin client = node("a", "", Map.of(ORDER, timed(Map.of(900, 500L, 1_000, 109L))));
    ProbeOrigin server = node("b", "", Map.of(ORDER, timed(Map.of(700, 400L))));
    SortedMap<String, ProbeOrigin> both = new TreeMap<>(Map.of("n1", client, "n2", server));

    Exchanges known =
        new ClusterProbeOrigin(both, () -> Map.of("order", "n2"), Map::of, Optional.empty())
            .watch(plane, WireWatch.Extent.BURSTS)
            .finish()
            .at(ORDER)
            .exchanges();
    Exchanges unknown =
        new ClusterProbeOrigin(both, Map::of, Map::of, Optional.empty())
            .watch(plane, WireWatch.Extent.BURSTS)
            .finish()
            .at(ORDER)
            .exchanges();

    assertThat(known.byMicros()).isEqualTo(Map.of(700, 400L));
    assertThat(unknown.timed()).as("the node that timed most").isEqualTo(609);
  }

  @Test
  void callIsAlsoTimedWhereItLeavesItsClientsNode() {
    Hop order = new Hop("gateway", "order", Protocol.HTTP1);
    Map<Hop, Address> wires = Map.of(order, ORDER);
    DataPlane plane = new DataPlane(List.of(), wires, List.of(), wires);
    ProbeOrigin client = node("a", "", Map.of(ORDER, timed(Map.of(900, 500L))));
    ProbeOrigin server = node("b", "", Map.of(ORDER, timed(Map.of(700, 400L))));
    SortedMap<String, ProbeOrigin> both = new TreeMap<>(Map.of("n1", client, "n2", server));

    assertThat(leaving(both, plane, Map.of("gateway", Set.of("n1"), "order", Set.of("n2"))))
        .isEqualTo(Map.of(ORDER, timed(Map.of(900, 500L)).exchanges()));
    assertThat(leaving(both, plane, Map.of("gateway", Set.of("n1", "n2"), "order", Set.of("n2"))))
        .as("calls within the node are not distinguished from the others")
        .isEmpty();
    assertThat(leaving(both, plane, Map.of("order", Set.of("n2")))).isEmpty();
    assertThat(leaving(both, plane, Map.of("gateway", Set.of("n2"), "order", Set.of("n2"))))
        .as("no network within a node")
        .isEqualTo(Map.of(ORDER, timed(Map.of(700, 400L)).exchanges()));
  }

  private static Map<Address, Exchanges> leaving(
      SortedMap<String, ProbeOrigin> nodes, DataPlane plane, Map<String, Set<String>> where) {
    return new ClusterProbeOrigin(nodes, Map::of, () -> where, Optional.empty())
        .watch(plane, WireWatch.Extent.BURSTS)
        .finish()
        .leaving();
  }

  @Test
  void nodeDoesNotAwaitPacketsBetweenOtherNodes() {
    Hop order = new Hop("gateway", "order", Protocol.HTTP1);
    Hop auth = new Hop("gateway", "auth", Protocol.GRPC);
    Map<Hop, Address> wires = Map.of(order, ORDER, auth, AUTH);
    SortedMap<String, ProbeOrigin> views =
        new TreeMap<>(
            Map.of(
                "n1", node("a", "", Map.of()),
                "n2", node("b", "", Map.of()),
                "n3", node("c", "", Map.of())));

    new ClusterProbeOrigin(
            views,
            Map::of,
            () -> Map.of("gateway", Set.of("n1"), "order", Set.of("n2"), "auth", Set.of("n1")),
            Optional.empty())
        .watch(new DataPlane(List.of(), wires, List.of(), wires), WireWatch.Extent.BURSTS);

    assertThat(calls).containsExactly("a watches [auth, order]", "b watches [order]", "c watches");
  }

  private static Sighting timed(Map<Integer, Long> byMicros) {
    return new Sighting(
        Map.of(TrafficKind.HTTP1, 1L), new Exchanges(new TreeMap<>(byMicros), 0, 0));
  }

  @Test
  void equalDescriptionsAreReportedOnce() {
    ProbeOrigin one = node("a", "not permitted", Map.of());
    ProbeOrigin other = node("b", "not permitted", Map.of());

    WireSightings together = of(one, other).watch(PLANE, WireWatch.Extent.BURSTS).finish();

    assertThat(together.how()).isEqualTo("not permitted");
    assertThat(together.byAddress()).isEmpty();
  }

  @Test
  void oneNodeCallsAllPods() {
    ClusterProbeOrigin cluster = of(node("a", "", Map.of()), node("b", "", Map.of()));

    assertThat(
            cluster.probe(
                PLANE, new Guarantees(Proxies.BOTH_SIDES, true), new ProbeOptions(true, true)))
        .isEmpty();

    assertThat(calls).containsExactly("a probes");
  }

  @Test
  void everyPodIsCalledFromItsOwnNode() {
    Hop order = new Hop("gateway", "order", Protocol.HTTP1);
    Hop auth = new Hop("gateway", "auth", Protocol.GRPC);
    Map<Hop, Address> wires = Map.of(order, ORDER, auth, AUTH);
    SortedMap<String, ProbeOrigin> views =
        new TreeMap<>(Map.of("n1", node("a", "", Map.of()), "n2", node("b", "", Map.of())));

    new ClusterProbeOrigin(
            views, () -> Map.of("order", "n2", "auth", "n1"), Map::of, Optional.empty())
        .probe(
            new DataPlane(List.of(), wires, List.of(), wires),
            new Guarantees(Proxies.NONE, false),
            ProbeOptions.PLAIN);

    assertThat(calls).containsExactly("a probes [auth]", "b probes [order]");
  }

  @Test
  void outsiderMakesAllCallsWhereThereIsOne() {
    Map<Hop, Address> wires = Map.of(new Hop("gateway", "order", Protocol.HTTP1), ORDER);
    SortedMap<String, ProbeOrigin> views = new TreeMap<>(Map.of("n1", node("a", "", Map.of())));

    new ClusterProbeOrigin(views, Map::of, Map::of, Optional.of(node("stranger", "", Map.of())))
        .probe(
            new DataPlane(List.of(), wires, List.of(), wires),
            new Guarantees(Proxies.SHARED, true),
            ProbeOptions.PLAIN);

    assertThat(calls).singleElement().asString().startsWith("stranger probes");
  }

  @Test
  void interNodePacketsAreSummed() {
    InterNodePackets one =
        new InterNodePackets(
            "a", List.of(new Way("a", "b", Map.of(Encapsulation.ESP, 3L))), Map.of(ORDER, 1L));
    InterNodePackets other =
        new InterNodePackets(
            "b",
            List.of(new Way("b", "a", Map.of(Encapsulation.ESP, 4L))),
            Map.of(ORDER, 2L, AUTH, 5L));

    InterNodePackets both = InterNodePackets.NOT_LOOKED.plus(one).plus(other);

    assertThat(both.how()).isEqualTo("a; b");
    assertThat(both.readable()).isEqualTo(Map.of(ORDER, 3L, AUTH, 5L));
    assertThat(both.way("a", "b").sealed()).isEqualTo(3);
    assertThat(both.way("b", "a").sealed()).isEqualTo(4);
    assertThat(both.way("b", "c").sealed()).isZero();
  }

  private static ClusterProbeOrigin of(ProbeOrigin one, ProbeOrigin other) {
    return new ClusterProbeOrigin(
        new TreeMap<>(Map.of("n1", one, "n2", other)), Map::of, Map::of, Optional.empty());
  }

  private static Sighting seen(Map<TrafficKind, Long> chunks) {
    return new Sighting(chunks);
  }

  private static String servers(DataPlane plane) {
    List<String> servers = plane.wire().keySet().stream().map(Hop::server).sorted().toList();
    return servers.isEmpty() ? "" : " " + servers;
  }

  private ProbeOrigin node(String name, String how, Map<Address, Sighting> seen) {
    return new ProbeOrigin() {
      @Override
      public List<Evidence> probe(DataPlane plane, Guarantees claims, ProbeOptions options) {
        calls.add(name + " probes" + servers(plane));
        return List.of();
      }

      @Override
      public RuleWatch rules(DataPlane plane, Guarantees claims, ProbeOptions options) {
        calls.add(name + " rules " + plane.wire().keySet().stream().map(Hop::server).toList());
        return RuleWatch.together(List.of());
      }

      @Override
      public WireWatch watch(DataPlane plane, WireWatch.Extent extent) {
        calls.add(name + " watches" + servers(plane));
        return () -> {
          calls.add(name + " finishes");
          return new WireSightings(List.of(how), seen);
        };
      }
    };
  }
}
