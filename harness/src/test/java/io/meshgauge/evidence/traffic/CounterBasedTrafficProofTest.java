package io.meshgauge.evidence.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.evidence.GrownCounters;
import io.meshgauge.evidence.Loads;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.counter.TrafficCounter;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Placement;
import io.meshgauge.topology.SampleServices;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.plane.DataPlane;
import io.meshgauge.topology.plane.Listener;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What follows from the counters of Linkerd's proxies, which do not say by which rules they go. */
class CounterBasedTrafficProofTest {
  private static final LoadResult FINE = Loads.of(Loads.fine("browse", 100, 200));
  private final Map<String, Map<String, Double>> after = new TreeMap<>();

  @Test
  void everyFailureIsSentAgainOrGivenUpByAProxyThatHasACounterForIt() {
    DataPlane plane = plane(Map.of("retries", "2", "retry-on", "5xx"));
    everyHopIsCalled(plane);
    count("order-proxy", "inbound.8080.failures", 13);
    count("gateway-proxy", "outbound.order.ns.8080.retries", 10);
    count("gateway-proxy", "outbound.order.ns.8080.retries_succeeded", 7);
    count("gateway-proxy", "outbound.order.ns.8080.retries_exhausted", 3);

    assertThat(judge(plane, FINE)).hasSize(12).allMatch(Evidence::proven, "proven");

    count("order-proxy", "inbound.8080.failures", 1);
    assertThat(judge(plane, FINE))
        .as("one ignored failure")
        .filteredOn(it -> !it.proven())
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.subject()).isEqualTo("gateway → order, sent again");
              assertThat(it.expected()).startsWith("each of 14 failures sent again or given up");
              assertThat(it.verdict()).isEqualTo(Verdict.DISPROVEN);
            });
  }

  @Test
  void aProxyWithoutTheCounterHasNoSuchRule() {
    DataPlane plane = plane(Map.of("retries", "2", "retry-on", "5xx"));
    everyHopIsCalled(plane);
    after.get("gateway-proxy").remove("outbound.auth.ns.9090.retries");

    assertThat(judge(plane, FINE))
        .filteredOn(it -> !it.proven())
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.subject()).isEqualTo("gateway → auth, rule of its proxy");
              assertThat(it.verdict()).isEqualTo(Verdict.DISPROVEN);
            });

    after.get("gateway-proxy").remove("outbound.auth.ns.9090.requests");
    assertThat(judge(plane, FINE))
        .filteredOn(it -> !it.proven())
        .extracting(Evidence::verdict)
        .as("no request went there")
        .containsExactly(Verdict.MISSING);
  }

  @Test
  void withoutRetriesNothingIsSentAgain() {
    DataPlane plane = plane(Map.of("retries", "off"));
    assertThat(judge(plane, FINE)).hasSize(6).allMatch(Evidence::proven, "proven");

    count("load-proxy", "outbound.gateway.ns.8080.retries", 1);
    assertThat(judge(plane, FINE))
        .filteredOn(it -> !it.proven())
        .extracting(Evidence::observed)
        .containsExactly("1 requests");
  }

  @Test
  void aTimeoutThatWasReachedIsOnAndTheLoadHasSeenIt() {
    DataPlane plane = plane(Map.of("request-timeout", "50ms"));
    assertThat(judge(plane, FINE))
        .filteredOn(it -> !it.proven())
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.subject()).isEqualTo("request timeout, at work");
              assertThat(it.verdict()).isEqualTo(Verdict.MISSING);
              assertThat(it.observed())
                  .isEqualTo("none on 6 hops: the limit was not reached, so that nothing shows it");
            });

    count("load-proxy", "outbound.gateway.ns.8080.timeouts", 4);
    LoadResult late = Loads.of(Loads.label("browse", 100, 96, Map.of("200", 96L, "504", 4L)));
    assertThat(judge(plane, late))
        .hasSize(2)
        .allMatch(Evidence::proven, "proven")
        .extracting(Evidence::observed)
        .contains("4 on load → gateway; none on 5 others");
    assertThat(judge(plane, FINE))
        .as("the load has not seen them")
        .filteredOn(it -> it.verdict() == Verdict.DISPROVEN)
        .extracting(Evidence::subject)
        .containsExactly("answers 504 to the load");
  }

  @Test
  void whatALimitRefusedTheLoadHasSeenAndMoreThanItMayPassDisprovesIt() {
    DataPlane plane = plane(Map.of("rate-limit", "10"));
    count("gateway-proxy", "inbound.8080.requests", 120);
    count("gateway-proxy", "inbound.8080.rate_admitted", 105);
    count("gateway-proxy", "inbound.8080.rate_limited", 15);
    LoadResult load = Loads.of(Loads.label("browse", 120, 105, Map.of("200", 105L, "429", 15L)));

    assertThat(judge(plane, load)).hasSize(7).allMatch(Evidence::proven, "proven");

    count("gateway-proxy", "inbound.8080.requests", 6);
    count("gateway-proxy", "inbound.8080.rate_admitted", 6);
    assertThat(judge(plane, load))
        .filteredOn(it -> !it.proven())
        .extracting(Evidence::subject)
        .as("111 in 10 s, of a bucket of 10")
        .containsExactly("before gateway, let pass");

    after.clear();
    assertThat(judge(plane, FINE))
        .as("a limit that was not reached")
        .filteredOn(it -> !it.proven())
        .extracting(Evidence::subject)
        .containsExactly("rate limit, at work");
  }

  private List<Evidence> judge(DataPlane plane, LoadResult load) {
    return new TrafficProof(plane).evidence(GrownCounters.of(plane, after), load, Map.of());
  }

  private void everyHopIsCalled(DataPlane plane) {
    for (Listener sender : plane.senders()) {
      count(sender.proxy(), sender.counters().source(TrafficCounter.REQUESTS).names().get(0), 100);
      count(sender.proxy(), sender.counters().source(TrafficCounter.RETRIES).names().get(0), 0);
    }
  }

  private void count(String proxy, String counter, double more) {
    after.computeIfAbsent(proxy, unused -> new TreeMap<>()).merge(counter, more, Double::sum);
  }

  private static DataPlane plane(Map<String, String> settings) {
    Map<String, String> hosts = new HashMap<>();
    Map<String, Address> admin = new HashMap<>();
    admin.put(Topology.LOAD, Address.loopback(40_000));
    for (String service : SampleServices.ALL.services()) {
      hosts.put(service, "10.0.0." + (hosts.size() + 1));
      admin.put(service, Address.loopback(40_001 + hosts.size()));
    }
    Variant variant = new Variant("arm", "linkerd", "none", "default", new TreeMap<>(settings));
    return Products.named("linkerd")
        .design(variant)
        .kubernetes()
        .dataPlane(new Placement(SampleServices.ALL, "ns", hosts, admin));
  }
}
