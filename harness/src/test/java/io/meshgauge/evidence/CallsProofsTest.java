package io.meshgauge.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.meshgauge.evidence.policy.DenialProof;
import io.meshgauge.evidence.traversal.TraversalProof;
import io.meshgauge.evidence.window.Expected;
import io.meshgauge.evidence.window.ProxyCounters;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.counter.Counters;
import io.meshgauge.product.SampleSite;
import io.meshgauge.product.envoy.EnvoyCounters;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.Guarantees.Proxies;
import io.meshgauge.topology.Guarantees.Refusals;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.SampleServices;
import io.meshgauge.topology.plane.DataPlane;
import io.meshgauge.topology.plane.Listener;
import io.meshgauge.topology.plane.Listener.Side;
import io.meshgauge.topology.plane.ListenerCounters;
import io.meshgauge.topology.plane.Traffic;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What follows where the load makes the services' gRPC calls itself. */
class CallsProofsTest {
  private static final Guarantees MTLS = new Guarantees(Proxies.BOTH_SIDES, true);
  private static final LoadResult LOAD =
      Loads.of(
              Loads.label("verify", 72, 72, Map.of("OK", 72L)),
              Loads.label("charge", 24, 24, Map.of("OK", 24L)),
              Loads.label("unauthenticated", 4, 4, Map.of("UNAUTHENTICATED", 4L)))
          .of(SampleServices.APPLICATION.kinds("grpc"));

  @TempDir Path folder;
  private DataPlane plane;
  private final Map<String, Map<String, Double>> after = new TreeMap<>();

  @BeforeEach
  void everyCallOnItsOwnHop() throws IOException {
    plane =
        Products.named("istio-mtls")
            .design(Variant.plain("istio-mtls"))
            .local(SampleSite.in(folder, SampleServices.CALLS));
    plane.proxies().forEach(proxy -> after.put(proxy.name(), new TreeMap<>()));
    carried("load", "auth", 76);
    carried("load", "payment", 24);
    carried("payment", "logging", 5);
  }

  @Test
  void chargesArePaymentsAndAllOtherCallsAreAuths() {
    List<Evidence> evidence = traversal();

    assertThat(evidence).hasSize(7).allMatch(Evidence::proven, "proven");
    assertThat(evidence)
        .filteredOn(it -> it.subject().endsWith("client's side"))
        .extracting(Evidence::subject, Evidence::expected)
        .contains(
            tuple("load → auth, client's side", "76 requests: what the load worker sent"),
            tuple("load → payment, client's side", "24 requests: what the load worker sent"));
  }

  @Test
  void aCallThatWentPastTheProxiesDisprovesTraversal() {
    carried("load", "payment", -1);

    assertThat(traversal())
        .filteredOn(it -> it.verdict() == Verdict.DISPROVEN)
        .extracting(Evidence::subject)
        .containsExactly("load → payment, client's side", "load → payment, server's side");
  }

  @Test
  void aRefusalByTheStatusOfGrpcIsOneAndAnOkIsNot() {
    assertThat(DenialProof.evidence(LOAD, MTLS, Traffic.AS_USUAL))
        .hasSize(3)
        .allMatch(Evidence::proven, "proven");

    LoadResult leak =
        Loads.of(
            Loads.label("verify", 72, 71, Map.of("OK", 71L, "PERMISSION_DENIED", 1L)),
            Loads.label("unauthenticated", 4, 3, Map.of("UNAUTHENTICATED", 3L, "OK", 1L)));
    assertThat(DenialProof.evidence(leak, MTLS, Traffic.AS_USUAL))
        .extracting(Evidence::subject, Evidence::verdict, Evidence::expected)
        .containsExactly(
            tuple("verify", Verdict.DISPROVEN, "none of 72 refused"),
            tuple("unauthenticated", Verdict.DISPROVEN, "all 4 answered UNAUTHENTICATED"));
  }

  @Test
  void whatTheGatewaysCallsComeToIsAsBefore() {
    LoadResult http =
        Loads.of(Loads.fine("checkout", 30, 201), Loads.fine("unauthenticated", 4, 401));

    assertThat(of("load", "gateway", http)).isEqualTo("34 to 34");
    assertThat(of("gateway", "auth", http)).isEqualTo("30 to 34");
    assertThat(of("order", "payment", http)).isEqualTo("30 to 30");
  }

  @Test
  void aClustersCountOfRequestsIsWithoutThoseThatItSentAgain() {
    Hop hop = new Hop("load", "auth", Protocol.GRPC);
    ListenerCounters names =
        EnvoyCounters.byDestination(
            EnvoyCounters.of(Protocol.GRPC, "outbound_9090", "outbound|auth"), "outbound|auth");
    DataPlane one =
        new DataPlane(
            List.of(),
            Map.of(),
            List.of(new Listener("load-proxy", hop, Side.OUTBOUND, Address.loopback(9090), names)),
            Map.of());
    Listener listener =
        new Listener("load-proxy", hop, Side.OUTBOUND, Address.loopback(9090), names);
    Counters grown =
        Counters.of(
            Map.of(
                "cluster.outbound|auth.upstream_rq_total", 79.0,
                "cluster.outbound|auth.upstream_rq_retry", 3.0,
                "http.outbound_9090.downstream_rq_total", 103.0));

    ProxyCounters counters =
        new ProxyCounters(one, Map.of("load-proxy", Counters.NONE), Map.of("load-proxy", grown));

    assertThat(counters.requests(listener)).isEqualTo(76);
    assertThat(counters.retries(listener)).isEqualTo(3);
  }

  private static String of(String client, String server, LoadResult load) {
    Expected expected = Expected.of(SampleServices.hop(client, server), load, Refusals.NONE);
    return expected.least() + " to " + expected.most();
  }

  private void carried(String client, String server, double requests) {
    after
        .get(client + "-proxy")
        .merge("http.outbound_" + server + ".downstream_rq_total", requests, Double::sum);
    if (requests > 0) {
      after
          .get(server + "-proxy")
          .merge("http.inbound_" + server + ".downstream_rq_total", requests, Double::sum);
    }
  }

  private List<Evidence> traversal() {
    Map<String, Counters> before =
        after.keySet().stream().collect(Collectors.toMap(name -> name, name -> Counters.NONE));
    Map<String, Counters> end =
        after.entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, it -> Counters.of(it.getValue())));
    return new TraversalProof(plane, MTLS)
        .evidence(new ProxyCounters(plane, before, end), LOAD, Map.of("logging", 5L));
  }
}
