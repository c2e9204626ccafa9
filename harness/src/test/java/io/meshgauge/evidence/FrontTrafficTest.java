package io.meshgauge.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.evidence.distribution.DistributionProof;
import io.meshgauge.evidence.traffic.OutlierEjectionProof;
import io.meshgauge.evidence.traffic.TrafficProof;
import io.meshgauge.evidence.traversal.TraversalProof;
import io.meshgauge.evidence.window.ProxyCounters;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.counter.ProxyRules;
import io.meshgauge.measure.counter.ProxyRules.Limits;
import io.meshgauge.measure.counter.ProxyRules.Rate;
import io.meshgauge.measure.counter.ProxyRules.Route;
import io.meshgauge.product.Product;
import io.meshgauge.product.SampleSite;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.SampleServices;
import io.meshgauge.topology.plane.DataPlane;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What follows from counters and rules of one Envoy before every service that steers requests. */
class FrontTrafficTest {
  private static final String USUAL = "connect-failure,refused-stream,unavailable,cancelled";
  private static final long NO_LIMIT = 4_294_967_295L;
  private static final LoadResult FINE =
      Loads.of(Loads.fine("browse", 60, 200), Loads.fine("checkout", 30, 201));

  @TempDir Path folder;
  private final Map<String, Map<String, Double>> after = new TreeMap<>();
  private final Map<String, Long> served = new TreeMap<>();
  private Route route = new Route(2, USUAL, Optional.empty());
  private Limits limits = new Limits(NO_LIMIT, NO_LIMIT, NO_LIMIT);
  private List<Rate> rates = List.of();
  private Map<String, Long> leavingOut = Map.of();

  @Test
  void whatReplicasFailedMustHaveBeenSentAgainOrGivenUp() throws IOException {
    DataPlane plane = plane("retries", "2", "retry-on", "5xx");
    route = new Route(2, "5xx," + USUAL, Optional.empty());
    count("order", "http.order.downstream_rq_total", 90);
    count("order", "cluster.order.retry.upstream_rq_5xx", 10);
    count("order", "cluster.order.upstream_rq_5xx", 3);
    count("order", "cluster.order.upstream_rq_retry", 10);
    count("order", "cluster.order.upstream_rq_retry_limit_exceeded", 3);

    assertThat(traffic(plane, FINE)).hasSize(10).allMatch(Evidence::proven, "proven");
    count("order", "cluster.order.upstream_rq_5xx", 1);
    assertThat(traffic(plane, FINE))
        .as("one ignored failure")
        .filteredOn(it -> !it.proven())
        .extracting(Evidence::subject)
        .containsExactly("gateway → order, sent again");
  }

  @Test
  void whatABalancerSentAgainItsReplicasServedAndWhatItRefusedTheyDidNot() throws IOException {
    DataPlane plane = plane("retries", "2", "rate-limit", "30");
    carried("gateway", 90, 90);
    carried("auth", 90, 90);
    carried("order", 90, 90);
    carried("payment", 30, 30);
    carried("logging", 9, 9);
    assertThat(traversal(plane)).hasSize(10).allMatch(Evidence::proven, "proven");

    count("payment", "cluster.payment.upstream_rq_retry", 4);
    count("payment", "payment-balancer.http_local_rate_limit.rate_limited", 3);
    assertThat(traversal(plane))
        .filteredOn(it -> !it.proven())
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.subject()).isEqualTo("order → payment, behind the proxy");
              assertThat(it.expected())
                  .isEqualTo(
                      "31 requests served: 30 that the proxy took, 4 sent again, less 3 refused there");
            });
    served.merge("payment", 1L, Long::sum);
    assertThat(traversal(plane)).allMatch(Evidence::proven, "proven");
  }

  @Test
  void whatTheFirstBalancerRefusesTheLoadHasSeen() throws IOException {
    DataPlane plane = plane("rate-limit", "10", "circuit-breaker", "5");
    rates = List.of(new Rate(10, 10));
    limits = new Limits(5, 5, NO_LIMIT);
    count("gateway", "http.gateway.downstream_rq_total", 120);
    count("gateway", "gateway-balancer.http_local_rate_limit.ok", 105);
    count("gateway", "gateway-balancer.http_local_rate_limit.rate_limited", 15);
    count("gateway", "cluster.gateway.upstream_rq_pending_overflow", 2);
    LoadResult seen =
        Loads.of(Loads.label("browse", 120, 103, Map.of("200", 103L, "429", 15L, "503", 2L)));

    assertThat(traffic(plane, seen)).hasSize(17).allMatch(Evidence::proven, "proven");
    LoadResult other = Loads.of(Loads.label("browse", 120, 106, Map.of("200", 106L, "429", 14L)));
    assertThat(traffic(plane, other))
        .filteredOn(it -> !it.proven())
        .extracting(Evidence::subject)
        .containsExactly("answers 429 to the load", "answers 503 to the load");
  }

  @Test
  void aReplicaThatFailsIsLeftOutWhenItGetsFewerCallsThanItsShare() throws IOException {
    DataPlane plane = plane("outlier-detection", "5", "failing-replica", "0.5");
    leavingOut("5");
    count("payment", "cluster.payment.outlier_detection.ejections_enforced_total", 2);
    count("payment", "cluster.payment.outlier_detection.ejections_active", 1);
    served.put("payment", 90L);
    served.put("payment-2", 10L);

    assertThat(leftOut(plane))
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.verdict()).isEqualTo(Verdict.PROVEN);
              assertThat(it.subject()).isEqualTo("payment: payment-2, which fails 50 %");
              assertThat(it.observed())
                  .startsWith(
                      "replicas were left out 2 times since the start, 1 are at the end; 10 of 100 calls, 50 are its share");
            });
    assertThat(traffic(plane, FINE)).hasSize(5).allMatch(Evidence::proven, "proven");
    assertThat(
            new DistributionProof(plane, service -> service.equals("payment")).evidence(served, 10))
        .as("others have taken its turns")
        .extracting(Evidence::subject)
        .doesNotContain("payment: in turn");

    served.put("payment", 900L);
    served.put("payment-2", 880L);
    assertThat(leftOut(plane)).extracting(Evidence::verdict).containsExactly(Verdict.DISPROVEN);
    served.put("payment", 9L);
    served.put("payment-2", 6L);
    assertThat(leftOut(plane)).extracting(Evidence::verdict).containsExactly(Verdict.MISSING);
    after.clear();
    served.put("payment-2", 0L);
    assertThat(leftOut(plane))
        .as("no replica was ever ejected")
        .extracting(Evidence::verdict)
        .containsExactly(Verdict.MISSING);
  }

  @Test
  void aBalancerThatDoesNotSayThatItLeavesOutReplicasDoesNot() throws IOException {
    DataPlane plane = plane("outlier-detection", "5");

    assertThat(leftOut(plane)).isEmpty();
    assertThat(traffic(plane, FINE))
        .hasSize(5)
        .allMatch(it -> it.verdict() == Verdict.DISPROVEN)
        .allMatch(it -> it.observed().equals("no replica is ejected"));
    leavingOut("4");
    assertThat(traffic(plane, FINE))
        .allMatch(it -> it.observed().equals("a replica is ejected after 4 consecutive failures"))
        .noneMatch(Evidence::proven);
  }

  private void leavingOut(String failures) {
    leavingOut = new TreeMap<>();
    SampleServices.ALL
        .services()
        .forEach(service -> leavingOut.put(service, Long.valueOf(failures)));
  }

  private void carried(String service, long requests, long first) {
    count(service, "http." + service + ".downstream_rq_total", requests);
    served.put(service, first);
    served.put(service + "-2", 0L);
  }

  private void count(String service, String counter, double more) {
    after
        .computeIfAbsent(service + "-balancer", name -> new TreeMap<>())
        .merge(counter, more, Double::sum);
  }

  private List<Evidence> traffic(DataPlane plane, LoadResult load) {
    Map<String, ProxyRules> rules = new HashMap<>();
    Map<String, Route> routes = new HashMap<>();
    Map<String, Limits> limited = new HashMap<>();
    for (String service : SampleServices.ALL.services()) {
      routes.put(service, route);
      limited.put(service, limits);
    }
    plane
        .proxies()
        .forEach(
            proxy ->
                rules.put(proxy.name(), new ProxyRules("", routes, limited, rates, leavingOut)));
    return new TrafficProof(plane).evidence(counters(plane), load, rules);
  }

  private List<Evidence> traversal(DataPlane plane) {
    return new TraversalProof(plane, mesh().claims(Variant.plain(mesh().descriptor().key())))
        .evidence(counters(plane), FINE, served);
  }

  private List<Evidence> leftOut(DataPlane plane) {
    return new OutlierEjectionProof(plane, counters(plane), served).evidence();
  }

  private ProxyCounters counters(DataPlane plane) {
    return GrownCounters.of(plane, after);
  }

  private static Product mesh() {
    return Products.named("envoy-front");
  }

  private DataPlane plane(String... settings) throws IOException {
    Variant variant = Variant.plain("envoy-front");
    for (int i = 0; i < settings.length; i += 2) {
      variant = variant.with(settings[i], settings[i + 1]);
    }
    return mesh()
        .design(variant)
        .local(SampleSite.in(folder, mesh().design(variant).topology(SampleServices.ALL)));
  }
}
