package io.meshgauge.evidence.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.evidence.GrownCounters;
import io.meshgauge.evidence.Loads;
import io.meshgauge.evidence.policy.DenialProof;
import io.meshgauge.evidence.window.ProxyCounters;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.counter.ProxyRules;
import io.meshgauge.measure.counter.ProxyRules.Limits;
import io.meshgauge.measure.counter.ProxyRules.Rate;
import io.meshgauge.measure.counter.ProxyRules.Route;
import io.meshgauge.product.SampleSite;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.Guarantees.Proxies;
import io.meshgauge.topology.plane.DataPlane;
import io.meshgauge.topology.plane.Listener;
import io.meshgauge.topology.plane.Listener.Side;
import io.meshgauge.topology.plane.Traffic;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What follows from given counters and rules, for what an arm asks of its traffic. */
@Tag("rule-13")
class TrafficProofTest {
  private static final String USUAL = "connect-failure,refused-stream,unavailable,cancelled";
  private static final Limits NO_LIMITS = new Limits(4294967295L, 4294967295L, 4294967295L);
  private static final Guarantees CLAIMS = new Guarantees(Proxies.BOTH_SIDES, true);
  private static final LoadResult FINE =
      Loads.of(Loads.fine("browse", 60, 200), Loads.fine("checkout", 30, 201));

  @TempDir Path folder;
  private final Map<String, Map<String, Double>> after = new TreeMap<>();
  private Route route = new Route(2, USUAL, Optional.empty());
  private Limits limits = NO_LIMITS;
  private List<Rate> rates = List.of();

  @Test
  void anArmThatAsksForNothingHasNothingToShow() throws IOException {
    assertThat(judge(plane(Map.of()), FINE)).isEmpty();
  }

  @Test
  void withoutRetriesNothingIsSentAgain() throws IOException {
    DataPlane plane = plane(Map.of("retries", "off"));
    route = new Route(0, "", Optional.empty());

    assertThat(judge(plane, FINE)).hasSize(12).allMatch(Evidence::proven, "proven");
    count("order-proxy", "cluster.outbound_payment.upstream_rq_retry", 1);
    assertThat(judge(plane, FINE))
        .filteredOn(it -> !it.proven())
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.promise()).isEqualTo(Promise.TRAFFIC);
              assertThat(it.subject()).isEqualTo("order → payment, sent again");
              assertThat(it.expected()).isEqualTo("nothing");
              assertThat(it.observed()).isEqualTo("1 requests");
            });
  }

  @Test
  void everyFailureMustHaveBeenSentAgainOrGivenUp() throws IOException {
    DataPlane plane = plane(Map.of("retries", "2", "retry-on", "5xx"));
    route = new Route(2, "5xx," + USUAL, Optional.empty());
    count("gateway-proxy", "http.outbound_order.downstream_rq_total", 90);
    count("order-proxy", "http.inbound_order.downstream_rq_5xx", 13);
    count("gateway-proxy", "cluster.outbound_order.upstream_rq_retry", 10);
    count("gateway-proxy", "cluster.outbound_order.upstream_rq_retry_success", 6);
    count("gateway-proxy", "cluster.outbound_order.upstream_rq_retry_limit_exceeded", 2);
    count("gateway-proxy", "cluster.outbound_order.upstream_rq_retry_overflow", 1);

    assertThat(judge(plane, FINE)).allMatch(Evidence::proven, "proven");
    assertThat(judge(plane, FINE))
        .filteredOn(it -> it.subject().equals("gateway → order, sent again"))
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.expected())
                  .isEqualTo("each of 13 failures sent again or given up, at most 180 sent again");
              assertThat(it.observed())
                  .isEqualTo(
                      "10 sent again, after which 6 went well; 2 given up after the last; 1 were too many");
            });
    count("order-proxy", "http.inbound_order.downstream_rq_5xx", 1);
    assertThat(judge(plane, FINE))
        .as("one ignored failure")
        .filteredOn(it -> !it.proven())
        .extracting(Evidence::subject)
        .containsExactly("gateway → order, sent again");
  }

  @Test
  void noMoreIsSentAgainThanWasAllowed() throws IOException {
    DataPlane plane = plane(Map.of("retries", "1"));
    route = new Route(1, USUAL, Optional.empty());
    count("order-proxy", "http.outbound_payment.downstream_rq_total", 30);
    count("order-proxy", "cluster.outbound_payment.upstream_rq_retry", 30);
    assertThat(judge(plane, FINE)).allMatch(Evidence::proven, "proven");
    count("order-proxy", "cluster.outbound_payment.upstream_rq_retry", 1);
    assertThat(judge(plane, FINE)).filteredOn(it -> !it.proven()).hasSize(1);
  }

  @Test
  void aLimitThatWasNotReachedIsOnWhenTheRunningProxySaysSo() throws IOException {
    DataPlane plane =
        plane(
            Map.of(
                "retry-on",
                "5xx",
                "request-timeout",
                "250ms",
                "circuit-breaker",
                "7",
                "concurrent-retries",
                "2"));
    route = new Route(2, "5xx," + USUAL, Optional.of(Duration.ofMillis(250)));
    limits = new Limits(7, 7, 2);

    assertThat(judge(plane, FINE)).hasSize(14).allMatch(Evidence::proven, "proven");
    assertThat(judge(plane, FINE).get(0).expected())
        .isEqualTo(
            "up to 2 retries, also after 5xx; timeout 250 ms; at most 7 requests in flight, 7 waiting; at most 2 retries at once");

    limits = NO_LIMITS;
    assertThat(judge(plane, FINE))
        .as("a breaker that is not configured")
        .filteredOn(it -> it.verdict() == Verdict.DISPROVEN)
        .hasSize(6)
        .allMatch(it -> it.observed().contains("at most 4294967295 requests in flight"));
    limits = new Limits(7, 7, 2);
    route = new Route(2, USUAL, Optional.of(Duration.ofSeconds(15)));
    assertThat(judge(plane, FINE))
        .as("another condition and another timeout")
        .filteredOn(it -> it.verdict() == Verdict.DISPROVEN)
        .hasSize(6)
        .allMatch(it -> it.observed().contains("not after 5xx; timeout 15000 ms"));
  }

  @Test
  void rulesAreComparedAsValuesAndNotAsTheyArePrinted() throws IOException {
    DataPlane limited = plane(Map.of("rate-limit", "30"));
    rates = List.of(new Rate(30, 30.4));
    assertThat(judge(limited, FINE))
        .filteredOn(it -> it.subject().endsWith("rules of its proxy"))
        .hasSize(5)
        .allMatch(it -> it.verdict() == Verdict.DISPROVEN)
        .allMatch(it -> it.observed().equals("30 at once, 30.4 requests/s"));

    DataPlane timed = plane(Map.of("request-timeout", "250ms"));
    route = new Route(2, USUAL, Optional.of(Duration.ofNanos(250_400_000)));
    assertThat(judge(timed, FINE))
        .filteredOn(it -> it.subject().endsWith("rules of its proxy"))
        .isNotEmpty()
        .allMatch(it -> it.verdict() == Verdict.DISPROVEN)
        .allMatch(it -> it.observed().equals("timeout 250.4 ms"));
  }

  @Test
  void rulesThatWereNotReportedAreMissing() throws IOException {
    DataPlane plane = plane(Map.of("retries", "off"));
    ProxyCounters counters = counters(plane);
    assertThat(new TrafficProof(plane).evidence(counters, FINE, Map.of()))
        .filteredOn(it -> it.subject().endsWith("rules of its proxy"))
        .hasSize(6)
        .allMatch(it -> it.verdict() == Verdict.MISSING);
  }

  @Test
  void whatABucketRefusesTheLoadHasSeenAsSuch() throws IOException {
    DataPlane plane = plane(Map.of("rate-limit", "10"));
    rates = List.of(new Rate(10, 10));
    passed("gateway", 105, 15);
    LoadResult load = Loads.of(Loads.label("browse", 120, 105, Map.of("200", 105L, "429", 15L)));

    assertThat(judge(plane, load)).hasSize(11).allMatch(Evidence::proven, "proven");
    assertThat(judge(plane, load))
        .extracting(Evidence::expected)
        .contains(
            "at most 110 let pass in 10 s, and each of the 120 that came let pass or refused",
            "exactly 15, refused where it enters");

    LoadResult other = Loads.of(Loads.label("browse", 120, 105, Map.of("200", 106L, "429", 14L)));
    assertThat(judge(plane, other))
        .filteredOn(it -> !it.proven())
        .extracting(Evidence::subject)
        .containsExactly("answers 429 to the load");
  }

  @Test
  void aBucketThatIsTooLargeOrLooksAwayIsFoundOut() throws IOException {
    DataPlane plane = plane(Map.of("rate-limit", "10"));
    rates = List.of(new Rate(10, 10));
    passed("gateway", 111, 0);
    assertThat(judge(plane, FINE))
        .as("one more than a bucket can give")
        .filteredOn(it -> !it.proven())
        .extracting(Evidence::subject)
        .containsExactly("before gateway, let pass");

    after.clear();
    passed("gateway", 100, 0);
    count("gateway-proxy", "http.inbound_gateway.downstream_rq_total", 1);
    assertThat(judge(plane, FINE))
        .as("one that was not counted")
        .filteredOn(it -> !it.proven())
        .extracting(Evidence::subject)
        .containsExactly("before gateway, let pass");

    rates = List.of(new Rate(1000, 10));
    assertThat(judge(plane, FINE))
        .filteredOn(it -> it.subject().endsWith("rules of its proxy") && !it.proven())
        .hasSize(5)
        .allMatch(it -> it.observed().equals("1000 at once, 10 requests/s"));
  }

  @Test
  void whatProxiesRefuseOrGiveUpAtTheEntryIsAmongTheAnswers() throws IOException {
    DataPlane plane = plane(Map.of("circuit-breaker", "1", "request-timeout", "100ms"));
    route = new Route(2, USUAL, Optional.of(Duration.ofMillis(100)));
    limits = new Limits(1, 1, NO_LIMITS.retries());
    count("load-proxy", "cluster.outbound_gateway.upstream_rq_pending_overflow", 2);
    count("load-proxy", "cluster.outbound_gateway.upstream_rq_active_overflow", 3);
    count("load-proxy", "cluster.outbound_gateway.upstream_rq_timeout", 4);
    LoadResult seen =
        Loads.of(Loads.label("browse", 60, 50, Map.of("200", 50L, "503", 5L, "504", 5L)));

    assertThat(judge(plane, seen)).allMatch(Evidence::proven, "proven");
    assertThat(judge(plane, FINE))
        .filteredOn(it -> !it.proven())
        .extracting(Evidence::subject)
        .containsExactly("answers 503 to the load", "answers 504 to the load");
  }

  @Test
  void aLimitMayRefuseBeforeAnybodyAskedWhetherARequestIsAllowed() {
    Traffic limited = Traffic.AS_USUAL.limitedTo(Optional.of(10));
    LoadResult load = Loads.of(Loads.label("forbidden", 4, 3, Map.of("403", 3L, "429", 1L)));
    assertThat(DenialProof.evidence(load, CLAIMS, limited))
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.verdict()).isEqualTo(Verdict.PROVEN);
              assertThat(it.expected()).contains("but for 1 that limits refused");
            });
    assertThat(DenialProof.evidence(load, CLAIMS, Traffic.AS_USUAL).get(0).verdict())
        .isEqualTo(Verdict.DISPROVEN);
    LoadResult served = Loads.of(Loads.label("forbidden", 4, 2, Map.of("403", 3L, "201", 1L)));
    assertThat(DenialProof.evidence(served, CLAIMS, limited).get(0).verdict())
        .isEqualTo(Verdict.DISPROVEN);
    LoadResult none = Loads.of(Loads.label("forbidden", 4, 0, Map.of("429", 4L)));
    assertThat(DenialProof.evidence(none, CLAIMS, limited).get(0).verdict())
        .as("nothing was seen of the denial itself")
        .isEqualTo(Verdict.MISSING);
  }

  /** What a service's proxy took, by what its bucket said. */
  private void passed(String service, double ok, double refused) {
    String proxy = service + "-proxy";
    String name = "inbound_" + service;
    count(proxy, "http." + name + ".downstream_rq_total", ok + refused);
    count(proxy, name + ".http_local_rate_limit.ok", ok);
    count(proxy, name + ".http_local_rate_limit.rate_limited", refused);
  }

  private void count(String proxy, String counter, double more) {
    after.computeIfAbsent(proxy, name -> new TreeMap<>()).merge(counter, more, Double::sum);
  }

  private List<Evidence> judge(DataPlane plane, LoadResult load) {
    Map<String, ProxyRules> rules = new HashMap<>();
    plane.proxies().forEach(proxy -> rules.put(proxy.name(), rules(plane, proxy.name())));
    return new TrafficProof(plane).evidence(counters(plane), load, rules);
  }

  /** The rules of a proxy configured as in the test. */
  private ProxyRules rules(DataPlane plane, String proxy) {
    Map<String, Route> routes =
        plane.listeners().stream()
            .filter(it -> it.proxy().equals(proxy) && it.side() == Side.OUTBOUND)
            .collect(Collectors.toMap(TrafficProofTest::destination, it -> route));
    Map<String, Limits> limited =
        routes.keySet().stream().collect(Collectors.toMap(it -> it, it -> limits));
    return new ProxyRules(routes, limited, rates);
  }

  private static String destination(Listener listener) {
    return "outbound_" + listener.hop().server();
  }

  private ProxyCounters counters(DataPlane plane) {
    return GrownCounters.of(plane, after);
  }

  private DataPlane plane(Map<String, String> settings) throws IOException {
    Variant variant = new Variant("arm", "istio-mtls", "none", "default", new TreeMap<>(settings));
    return Products.named("istio-mtls").design(variant).local(SampleSite.in(folder));
  }
}
