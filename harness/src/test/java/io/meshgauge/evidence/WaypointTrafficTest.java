package io.meshgauge.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.evidence.traffic.TrafficProof;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.counter.ProxyRules;
import io.meshgauge.measure.counter.ProxyRules.Limits;
import io.meshgauge.measure.counter.ProxyRules.Route;
import io.meshgauge.product.istio.WaypointCounters;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Placement;
import io.meshgauge.topology.SampleServices;
import io.meshgauge.topology.plane.DataPlane;
import io.meshgauge.topology.plane.Listener;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What follows from a waypoint's counters and rules, for what an arm asks of its traffic. */
class WaypointTrafficTest {
  private static final String USUAL = "connect-failure,refused-stream,unavailable,cancelled";
  private static final Variant LAYERED = Variant.plain("istio-ambient").with("waypoint", "on");
  private static final LoadResult FINE =
      Loads.of(Loads.fine("browse", 60, 200), Loads.fine("checkout", 30, 201));
  private static final String ORDER = "cluster.inbound-vip|8080|http|order.ns.svc.cluster.local.";

  private final Map<String, Double> waypoint = new TreeMap<>();
  private Limits limits = new Limits(4294967295L, 4294967295L, 4294967295L);

  @Test
  void itsFailuresAreHeldAgainstWhatItSentAgain() {
    Variant storm = LAYERED.with("retries", "2").with("retry-on", "5xx");
    Route route = new Route(2, "5xx," + USUAL, Optional.empty());
    waypoint.put(WaypointCounters.requests("ns/order"), 90.0);
    waypoint.put(ORDER + "retry.upstream_rq_5xx", 10.0);
    waypoint.put(ORDER + "upstream_rq_5xx", 2.0);
    waypoint.put(ORDER + "upstream_rq_retry", 10.0);
    waypoint.put(ORDER + "upstream_rq_retry_success", 8.0);
    waypoint.put(ORDER + "upstream_rq_retry_limit_exceeded", 2.0);

    assertThat(judge(storm, route))
        .as("rules and counts of each service")
        .hasSize(2 * SampleServices.ALL.services().size())
        .allMatch(Evidence::proven, "proven");
    waypoint.put(ORDER + "upstream_rq_retry", 9.0);
    assertThat(judge(storm, route))
        .filteredOn(it -> !it.proven())
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.subject()).isEqualTo("gateway → order, sent again");
              assertThat(it.expected()).startsWith("each of 12 failures");
            });
  }

  @Test
  void aWaypointThatWasNotConfiguredIsDisproven() {
    Variant never = LAYERED.with("retries", "off");

    assertThat(judge(never, new Route(0, "", Optional.empty()))).allMatch(Evidence::proven);
    assertThat(judge(never, new Route(2, USUAL, Optional.empty())))
        .filteredOn(it -> it.subject().endsWith("rules of its proxy"))
        .isNotEmpty()
        .allMatch(it -> it.verdict() == Verdict.DISPROVEN)
        .allMatch(it -> it.expected().equals("no retries"));
  }

  @Test
  void whatItRefusedMustHaveBeenSeen() {
    Variant bounded = LAYERED.with("circuit-breaker", "7");
    Route usual = new Route(2, USUAL, Optional.empty());
    limits = new Limits(7, 7, 4294967295L);
    assertThat(judge(bounded, usual)).allMatch(Evidence::proven, "proven");

    waypoint.put(
        "cluster.inbound-vip|8080|http|gateway.ns.svc.cluster.local.upstream_rq_pending_overflow",
        4.0);
    assertThat(judge(bounded, usual))
        .filteredOn(it -> !it.proven())
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.subject()).isEqualTo("answers 503 to the load");
              assertThat(it.expected()).startsWith("at least 4");
              assertThat(it.observed()).startsWith("0");
            });
  }

  private List<Evidence> judge(Variant variant, Route route) {
    DataPlane plane =
        Products.named(variant.mesh()).design(variant).kubernetes().dataPlane(placement());
    Map<String, Route> routes = new HashMap<>();
    Map<String, Limits> all = new HashMap<>();
    for (Listener sender : plane.senders()) {
      routes.put(sender.counters().destination(), route);
      all.put(sender.counters().destination(), limits);
    }
    return new TrafficProof(plane)
        .evidence(
            GrownCounters.of(plane, Map.of("ztunnel", Map.of(), "waypoint", waypoint)),
            FINE,
            Map.of("waypoint", new ProxyRules("", routes, all, List.of(), Map.of())));
  }

  private static Placement placement() {
    Map<String, String> hosts = new HashMap<>();
    Map<String, String> services = new HashMap<>();
    for (String service : SampleServices.ALL.services()) {
      hosts.put(service, "10.0.0." + (hosts.size() + 1));
      services.put(service, "10.96.0.1");
    }
    hosts.put("waypoint", "10.0.0.99");
    return new Placement(
        SampleServices.ALL,
        "ns",
        hosts,
        services,
        Map.of(),
        Map.of("ztunnel@n1", Address.loopback(1), "waypoint", Address.loopback(2)),
        Map.of(),
        Path.of("logs"));
  }
}
