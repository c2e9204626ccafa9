package io.meshgauge.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.meshgauge.evidence.capture.Sighting;
import io.meshgauge.evidence.capture.WireSightings;
import io.meshgauge.evidence.encryption.EncryptionProof;
import io.meshgauge.evidence.probe.TrafficKind;
import io.meshgauge.evidence.traversal.TraversalProof;
import io.meshgauge.evidence.window.CallBounds;
import io.meshgauge.evidence.window.ProxyCounters;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.counter.Counters;
import io.meshgauge.product.Product;
import io.meshgauge.product.SampleSite;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.Guarantees.Proxies;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.plane.DataPlane;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What follows from given bytes and counters, for the whole sample topology under mutual TLS. */
@Tag("rule-13")
class ProofsTest {
  private static final Guarantees MTLS = new Guarantees(Proxies.BOTH_SIDES, true);
  private static final Guarantees PLAIN = new Guarantees(Proxies.BOTH_SIDES, false);
  private static final Guarantees BASELINE = new Guarantees(Proxies.NONE, false);
  private static final LoadResult LOAD =
      Loads.of(
          Loads.fine("browse", 60, 200),
          Loads.fine("checkout", 30, 201),
          Loads.fine("forbidden", 4, 403),
          Loads.fine("risky", 2, 403),
          Loads.fine("unauthenticated", 4, 401));

  @TempDir Path folder;
  private DataPlane plane;
  private final Map<String, Map<String, Double>> after = new TreeMap<>();
  private final Map<String, Long> served = new TreeMap<>();

  @BeforeEach
  void everythingAsItShouldBe() throws IOException {
    plane = plane("istio-mtls");
    plane.proxies().forEach(proxy -> after.put(proxy.name(), new TreeMap<>()));
    carried("load", "gateway", 100);
    carried("gateway", "auth", 96);
    carried("gateway", "order", 90);
    carried("order", "payment", 30);
    carried("order", "logging", 7);
    carried("payment", "logging", 5);
    served.put("logging", 12L);
  }

  @Test
  void countersThatMatchTheLoadProveTraversalOnBothSides() {
    assertThat(traversal()).hasSize(12).allMatch(Evidence::proven, "proven");
  }

  @Test
  void callsOfServiceThatIsNeverCalledAreBoundedByWhatTheirServerCounts() {
    Hop polled = new Hop("worker", "queue", Protocol.HTTP1);
    DataPlane polling =
        new DataPlane(List.of(), Map.of(polled, Address.loopback(1)), List.of(), Map.of());
    Evidence seen =
        new Evidence(Promise.TRAVERSAL, "worker → queue", Verdict.PROVEN, "some", "7", "counters");

    Evidence limited = new CallBounds(polling, Map.of()).limit(seen, List.of(polled));

    assertThat(limited.verdict()).isEqualTo(Verdict.UNBOUNDED);
    assertThat(limited.observed())
        .isEqualTo("7; no number of them is known: declare metrics of queue");
    assertThat(new CallBounds(polling, Map.of("queue", 7L)).limit(seen, List.of(polled)))
        .isEqualTo(seen);
  }

  @Test
  void ofCallsWithoutANumberNothingIsProvenIfTheServiceDoesNotCountThem() {
    served.clear();
    sessions();

    assertThat(traversal())
        .filteredOn(it -> !it.proven())
        .extracting(Evidence::subject, Evidence::verdict, Evidence::expected, Evidence::observed)
        .containsExactly(
            tuple(
                "order → logging, client's side",
                Verdict.UNBOUNDED,
                "at least 1 requests: calls of which no number is declared, of the calls that passed the proxies",
                "7 requests; no number of them is known: declare per-request in the application's file, or metrics of logging"),
            tuple(
                "payment → logging, client's side",
                Verdict.UNBOUNDED,
                "at least 1 requests: calls of which no number is declared, of the calls that passed the proxies",
                "5 requests; no number of them is known: declare per-request in the application's file, or metrics of logging"));
    assertThat(encryption(MTLS, Map.of(TrafficKind.TLS, 900L)))
        .filteredOn(it -> it.verdict() == Verdict.UNBOUNDED)
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.subject()).isEqualTo("order → logging, payment → logging");
              assertThat(it.expected()).endsWith(", of the calls that passed the proxies");
            });
  }

  @Test
  void callsThatOnlyTheServiceCountedWentPastTheProxies() {
    served.put("logging", 18L);

    assertThat(traversal())
        .filteredOn(it -> !it.proven())
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.verdict()).isEqualTo(Verdict.DISPROVEN);
              assertThat(it.subject())
                  .isEqualTo("order → logging, payment → logging, behind the proxy");
              assertThat(it.observed()).isEqualTo("18 requests served");
            });
  }

  @Test
  void requestsThatBypassedTheProxyDisproveTraversal() {
    add("load-proxy", "http.outbound_gateway.downstream_rq_total", -1);
    assertThat(traversal())
        .filteredOn(it -> !it.proven())
        .extracting(Evidence::subject)
        .containsExactly("load → gateway, client's side", "load → gateway, server's side");
  }

  @Test
  void requestsThatTheLoadGaveUpMayHaveStayedInTheFirstProxy() {
    LoadResult load =
        Loads.of(
            Loads.label("browse", 60, 56, Map.of("200", 56L)),
            Loads.fine("checkout", 30, 201),
            Loads.fine("forbidden", 4, 403),
            Loads.fine("risky", 2, 403),
            Loads.fine("unauthenticated", 4, 401));
    add("gateway-proxy", "http.inbound_gateway.downstream_rq_total", -4);

    assertThat(new TraversalProof(plane, MTLS).evidence(proxyCounters(), load, served))
        .allMatch(Evidence::proven, "proven");
    add("gateway-proxy", "http.inbound_gateway.downstream_rq_total", -1);
    assertThat(new TraversalProof(plane, MTLS).evidence(proxyCounters(), load, served))
        .filteredOn(it -> !it.proven())
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.subject()).isEqualTo("load → gateway, server's side");
              assertThat(it.expected()).endsWith("give or take 4");
            });
  }

  @Test
  void requestsThatReachedTheServerPastTheClientsProxyDisproveTraversal() {
    add("order-proxy", "http.inbound_order.downstream_rq_total", 3);
    assertThat(traversal())
        .filteredOn(it -> !it.proven())
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.subject()).isEqualTo("gateway → order, server's side");
              assertThat(it.expected()).startsWith("90 requests: 90 of the client's side");
              assertThat(it.observed()).isEqualTo("93 requests");
            });
  }

  @Test
  void whatWasSentAgainIsExpectedAtTheServer() {
    add("gateway-proxy", "cluster.outbound_order.upstream_rq_retry", 2);
    add("order-proxy", "http.inbound_order.downstream_rq_total", 2);
    assertThat(traversal()).allMatch(Evidence::proven, "proven");
  }

  @Test
  void whatWasSentAgainMayCallOnAndMoreMayNot() {
    add("load-proxy", "cluster.outbound_gateway.upstream_rq_retry", 5);
    add("gateway-proxy", "http.inbound_gateway.downstream_rq_total", 5);
    carried("gateway", "order", 5);
    carried("order", "payment", 5);
    assertThat(traversal()).allMatch(Evidence::proven, "proven");
    carried("order", "payment", 1);
    assertThat(traversal())
        .filteredOn(it -> !it.proven())
        .singleElement()
        .satisfies(
            it ->
                assertThat(it.expected())
                    .isEqualTo("30 to 35 requests: every checkout, and 5 sent again before"));
  }

  @Test
  void whatTheClientsProxyRefusedIsNotExpectedAtTheServer() {
    add("order-proxy", "cluster.outbound_payment.upstream_rq_pending_overflow", 1);
    add("order-proxy", "cluster.outbound_payment.upstream_rq_active_overflow", 2);
    add("payment-proxy", "http.inbound_payment.downstream_rq_total", -3);
    assertThat(traversal()).allMatch(Evidence::proven, "proven");
    add("payment-proxy", "http.inbound_payment.downstream_rq_total", 3);
    assertThat(traversal())
        .filteredOn(it -> !it.proven())
        .singleElement()
        .satisfies(it -> assertThat(it.expected()).contains("less 3 refused there"));
  }

  @Test
  void whetherUnauthenticatedRequestsReachAuthIsLeftToTheMesh() {
    carried("gateway", "auth", 4);
    assertThat(traversal()).as("96 to 100").allMatch(Evidence::proven, "proven");
    carried("gateway", "auth", 1);
    assertThat(traversal()).as("101").filteredOn(it -> !it.proven()).isNotEmpty();
  }

  @Test
  void batchesMayStraddleTheReadingsButNotBeAbsent() {
    add("logging-proxy", "http.inbound_logging.downstream_rq_total", 5);
    assertThat(traversal()).as("five more").allMatch(Evidence::proven, "proven");
    add("logging-proxy", "http.inbound_logging.downstream_rq_total", 1);
    served.put("logging", 18L);
    assertThat(traversal()).as("six more").filteredOn(it -> !it.proven()).hasSize(1);
    add("logging-proxy", "http.inbound_logging.downstream_rq_total", -18);
    assertThat(traversal()).as("none at all").filteredOn(it -> !it.proven()).hasSize(2);
  }

  @Test
  void onlyTheGrowthInsideTheWindowCounts() {
    Map<String, Counters> before = counters();
    after.values().forEach(it -> it.replaceAll((name, value) -> 2 * value));
    ProxyCounters counters = new ProxyCounters(plane, before, counters());
    assertThat(new TraversalProof(plane, MTLS).evidence(counters, LOAD, served))
        .allMatch(Evidence::proven, "proven");
  }

  @Test
  void aProxyThatWasRestartedInTheWindowLeavesEvidenceMissing() {
    Map<String, Counters> before = counters();
    before.put(
        "auth-proxy", Counters.of(Map.of("http.inbound_auth.downstream_rq_total", 100_000.0)));
    after.values().forEach(it -> it.replaceAll((name, value) -> 2 * value));

    assertThat(
            new TraversalProof(plane, MTLS)
                .evidence(new ProxyCounters(plane, before, counters()), LOAD, served))
        .filteredOn(it -> !it.proven())
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.verdict()).isEqualTo(Verdict.MISSING);
              assertThat(it.subject()).isEqualTo("gateway → auth, server's side");
              assertThat(it.observed()).contains("auth-proxy counts less").contains("restarted");
            });
  }

  @Test
  void aProxyThatWasNotReadLeavesEvidenceMissing() {
    after.remove("payment-proxy");
    assertThat(traversal())
        .filteredOn(it -> it.verdict() == Verdict.MISSING)
        .extracting(Evidence::subject)
        .containsExactlyInAnyOrder(
            "order → payment, server's side",
            "payment → logging, client's side",
            "order → logging, payment → logging, server's side");
  }

  @Test
  void theBaselineIsTraversedByNothing() throws IOException {
    DataPlane direct = plane("baseline");
    assertThat(new TraversalProof(direct, BASELINE).evidence(none(), LOAD, Map.of()))
        .singleElement()
        .matches(Evidence::proven);
    assertThat(new TraversalProof(plane, BASELINE).evidence(none(), LOAD, Map.of()))
        .singleElement()
        .matches(it -> it.verdict() == Verdict.DISPROVEN);
  }

  @Test
  void tlsRecordsOfAKnownSessionProveEncryption() {
    sessions();
    List<Evidence> evidence = encryption(MTLS, Map.of(TrafficKind.TLS, 50L));
    assertThat(evidence).hasSize(5).allMatch(Evidence::proven, "proven");
    assertThat(evidence.get(0).observed()).contains("50 chunks TLS", "TLSv1.3", "AES_128");
  }

  @Test
  void oneReadableChunkDisprovesEncryption() {
    sessions();
    assertThat(encryption(MTLS, Map.of(TrafficKind.TLS, 50L, TrafficKind.HTTP1, 1L)))
        .allMatch(it -> it.verdict() == Verdict.DISPROVEN);
  }

  @Test
  void unknownSessionsOrBytesOrNoneLeaveEncryptionUnproven() {
    assertThat(encryption(MTLS, Map.of(TrafficKind.TLS, 50L)))
        .as("no version")
        .allMatch(it -> it.verdict() == Verdict.MISSING);
    sessions();
    assertThat(encryption(MTLS, Map.of(TrafficKind.TLS, 1L, TrafficKind.UNKNOWN, 9L)))
        .as("mostly unrecognised")
        .allMatch(it -> it.verdict() == Verdict.MISSING);
    assertThat(encryption(MTLS, Map.of(TrafficKind.TLS, 1L, TrafficKind.INSIDE_TLS, 9L)))
        .as("mostly within records whose start was not seen")
        .allMatch(it -> it.verdict() == Verdict.MISSING);
    assertThat(encryption(MTLS, Map.of()))
        .as("nothing seen")
        .allMatch(it -> it.verdict() == Verdict.MISSING);
  }

  @Test
  void readableBytesAreTheControlOfAPlaintextArm() {
    assertThat(encryption(PLAIN, Map.of(TrafficKind.HTTP2, 5L, TrafficKind.UNKNOWN, 9L)))
        .allMatch(Evidence::proven, "proven");
    assertThat(encryption(PLAIN, Map.of(TrafficKind.HTTP2, 5L, TrafficKind.TLS, 1L)))
        .allMatch(it -> it.verdict() == Verdict.DISPROVEN);
  }

  private DataPlane plane(String key) throws IOException {
    Product mesh = Products.ofKey(key).orElseThrow();
    return mesh.design(Variant.plain(key)).local(SampleSite.in(folder));
  }

  private void carried(String client, String server, double requests) {
    add(client + "-proxy", "http.outbound_" + server + ".downstream_rq_total", requests);
    add(server + "-proxy", "http.inbound_" + server + ".downstream_rq_total", requests);
  }

  private void add(String proxy, String counter, double more) {
    after.get(proxy).merge(counter, more, Double::sum);
  }

  private void sessions() {
    for (Hop hop : plane.dial().keySet()) {
      String ssl = "cluster.outbound_" + hop.server() + ".ssl.";
      add(hop.client() + "-proxy", ssl + "versions.TLSv1.3", 2);
      add(hop.client() + "-proxy", ssl + "versions.TLSv1.2", 0);
      add(hop.client() + "-proxy", ssl + "ciphers.TLS_AES_128_GCM_SHA256", 2);
    }
  }

  private Map<String, Counters> counters() {
    return after.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, it -> Counters.of(it.getValue())));
  }

  private ProxyCounters proxyCounters() {
    Map<String, Counters> before =
        after.keySet().stream().collect(Collectors.toMap(name -> name, name -> Counters.NONE));
    return new ProxyCounters(plane, before, counters());
  }

  private static ProxyCounters none() {
    return GrownCounters.NONE;
  }

  private List<Evidence> traversal() {
    return new TraversalProof(plane, MTLS).evidence(proxyCounters(), LOAD, served);
  }

  private List<Evidence> encryption(Guarantees claims, Map<TrafficKind, Long> seen) {
    Sighting sighting = new Sighting(seen);
    WireSightings wire =
        new WireSightings(
            List.of("a test"),
            plane.wire().values().stream()
                .distinct()
                .collect(Collectors.toMap(address -> address, address -> sighting)));
    return new EncryptionProof(plane, claims, new CallBounds(plane, served))
        .evidence(wire, proxyCounters());
  }
}
