package io.meshgauge.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.evidence.traversal.TraversalProof;
import io.meshgauge.evidence.window.ProxyCounters;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.counter.CounterSource;
import io.meshgauge.measure.counter.Counters;
import io.meshgauge.measure.counter.TrafficCounter;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.Guarantees.Proxies;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.plane.DataPlane;
import io.meshgauge.topology.plane.Listener;
import io.meshgauge.topology.plane.ListenerCounters;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Traversal of proxies that stand on nodes, and that callers dial by a name. */
class NodeTraversalTest {
  private static final Hop ENTRY = new Hop(Topology.LOAD, "gateway", Protocol.HTTP1);
  private static final Address ADDRESS = Address.loopback(8_080);
  private static final Listener BEFORE =
      new Listener(
          "mesh",
          ENTRY,
          Listener.Side.INBOUND,
          ADDRESS,
          ListenerCounters.of(Map.of(TrafficCounter.REQUESTS, CounterSource.onceUsed("took"))));
  private static final DataPlane PLANE =
      new DataPlane(List.of(), Map.of(ENTRY, ADDRESS), List.of(BEFORE), Map.of(ENTRY, ADDRESS));
  private static final LoadResult LOAD = Loads.of(Loads.fine("browse", 60, 200));

  @Test
  void theyTookWhatWasSentAndTheServiceServedNothingElse() {
    assertThat(evidence(60, 60)).hasSize(2).allMatch(Evidence::proven, "proven");
  }

  @Test
  void whoDialsTheOrdinaryNameIsFoundOut() {
    assertThat(evidence(0, 60)).allMatch(it -> it.verdict() == Verdict.DISPROVEN);
    assertThat(evidence(60, 65))
        .as("some came past the mesh")
        .extracting(Evidence::verdict)
        .containsExactly(Verdict.PROVEN, Verdict.DISPROVEN);
  }

  @Test
  void proxiesThatWereNotReadProveNothing() {
    ProxyCounters unread = new ProxyCounters(PLANE, Map.of(), Map.of());

    assertThat(proof().evidence(unread, LOAD, Map.of("gateway", 60L)))
        .hasSize(2)
        .allMatch(it -> it.verdict() == Verdict.MISSING);
  }

  private static List<Evidence> evidence(double took, long served) {
    ProxyCounters counters =
        new ProxyCounters(
            PLANE,
            Map.of("mesh", Counters.NONE),
            Map.of("mesh", Counters.of(Map.of("took", took))));
    return proof().evidence(counters, LOAD, Map.of("gateway", served));
  }

  private static TraversalProof proof() {
    return new TraversalProof(PLANE, new Guarantees(Proxies.ANY_NODE, false));
  }
}
