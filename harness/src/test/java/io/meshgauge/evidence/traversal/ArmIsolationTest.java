package io.meshgauge.evidence.traversal;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.evidence.window.ProxyCounters;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.measure.counter.CounterSource;
import io.meshgauge.measure.counter.Counters;
import io.meshgauge.measure.counter.TrafficCounter;
import io.meshgauge.product.envoy.EnvoyType;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.Service;
import io.meshgauge.topology.plane.DataPlane;
import io.meshgauge.topology.plane.Listener;
import io.meshgauge.topology.plane.Listener.Side;
import io.meshgauge.topology.plane.ListenerCounters;
import io.meshgauge.topology.plane.ProxyProcess;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** The proxy before order, read at both ends of two windows of its arm. */
class ArmIsolationTest {
  private static final Hop HOP = new Hop("gateway", "order", Protocol.HTTP1);
  private static final Address ADDRESS = Address.loopback(40_000);
  private static final DataPlane PLANE = plane(HOP);

  /** Asynchronous calls: no number of them is declared. */
  private static final Hop EVENTS =
      new Hop(
          "payment",
          "logging",
          Protocol.HTTP1,
          new Hop.Calls(true, OptionalDouble.empty(), List.of(), List.of(), List.of()),
          Service.Probe.NONE);

  @Test
  void proxiesThatCountedInTheirOwnWindowsOnlyAreApart() {
    Evidence found = isolation(window(100, 190), window(190, 300));

    assertThat(found.verdict()).isEqualTo(Verdict.PROVEN);
    assertThat(found.observed()).startsWith("nothing; 200 requests in its own windows");
  }

  @Test
  void aRequestInTheWindowOfAnotherArmNamesTheHopAndTheProxy() {
    Evidence found = isolation(window(100, 190), window(191, 300));

    assertThat(found.verdict()).isEqualTo(Verdict.DISPROVEN);
    assertThat(found.subject()).isEqualTo("isolation of arms");
    assertThat(found.observed())
        .startsWith("in the windows of others: gateway → order: 1 ")
        .endsWith(" at order-proxy");
  }

  @Test
  void aCallThatEndsJustAfterItsWindowIsOfItsOwnArm() {
    Evidence late = isolation(window(100, 1190), window(1191, 2300), 2300);
    Evidence often = isolation(window(100, 1190), window(1193, 2300), 2300);

    assertThat(late.verdict()).isEqualTo(Verdict.PROVEN);
    assertThat(late.observed()).startsWith("1 that ended late; 2199 requests");
    assertThat(often.verdict()).as("three in two windows").isEqualTo(Verdict.DISPROVEN);
  }

  @Test
  void anEventThatIsSentAfterTheWindowIsOfItsOwnArm() {
    List<ProxyCounters> own = List.of(window(0, 60), window(61, 180));

    assertThat(ArmIsolation.of(plane(EVENTS), window(0, 180), own).orElseThrow().verdict())
        .isEqualTo(Verdict.PROVEN);
    assertThat(ArmIsolation.of(PLANE, window(0, 180), own).orElseThrow().verdict())
        .as("a call that a request waits for")
        .isEqualTo(Verdict.DISPROVEN);
  }

  @Test
  void aProxyThatWasNotReadProvesNothing() {
    ProxyCounters unread = new ProxyCounters(PLANE, Map.of(), Map.of());

    assertThat(isolation(window(100, 190), unread).verdict()).isEqualTo(Verdict.MISSING);
  }

  @Test
  void anArmWithoutProxiesHasNothingThatCounts() {
    DataPlane direct = new DataPlane(List.of(), Map.of(), List.of(), Map.of());

    assertThat(ArmIsolation.of(direct, window(0, 0), List.of())).isEqualTo(Optional.empty());
  }

  private static DataPlane plane(Hop hop) {
    return new DataPlane(
        List.of(new ProxyProcess("order-proxy", "order", new EnvoyType(), "", ADDRESS, 1)),
        Map.of(),
        List.of(
            new Listener(
                "order-proxy",
                hop,
                Side.INBOUND,
                ADDRESS,
                ListenerCounters.of(
                    Map.of(TrafficCounter.REQUESTS, CounterSource.of("requests"))))),
        Map.of());
  }

  private static Evidence isolation(ProxyCounters first, ProxyCounters second, double end) {
    return ArmIsolation.of(PLANE, window(100, end), List.of(first, second)).orElseThrow();
  }

  private static Evidence isolation(ProxyCounters... own) {
    return ArmIsolation.of(PLANE, window(100, 300), List.of(own)).orElseThrow();
  }

  private static ProxyCounters window(double before, double after) {
    return new ProxyCounters(PLANE, page(before), page(after));
  }

  private static Map<String, Counters> page(double requests) {
    return Map.of("order-proxy", Counters.of(Map.of("requests", requests)));
  }
}
