package io.meshgauge.evidence.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.evidence.GrownCounters;
import io.meshgauge.evidence.Loads;
import io.meshgauge.evidence.Verification;
import io.meshgauge.evidence.window.Expected;
import io.meshgauge.evidence.window.ProxyCounters;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.LabelResult;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.counter.CounterSource;
import io.meshgauge.measure.counter.Counters;
import io.meshgauge.measure.counter.TrafficCounter;
import io.meshgauge.product.Product;
import io.meshgauge.product.SampleSite;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.Guarantees.Proxies;
import io.meshgauge.topology.Guarantees.Refusals;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.SampleServices;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.plane.DataPlane;
import io.meshgauge.topology.plane.Listener;
import io.meshgauge.topology.plane.ListenerCounters;
import io.meshgauge.topology.plane.PolicyEnforcementPoint;
import io.meshgauge.topology.plane.Traffic;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What follows from the counters of a policy, while the services answer the same in any case. */
@Tag("rule-14")
class PolicyProofTest {
  private static final LoadResult LOAD =
      Loads.of(
          Loads.fine("browse", 60, 200),
          Loads.fine("checkout", 30, 201),
          Loads.fine("forbidden", 4, 403),
          Loads.fine("risky", 2, 403),
          Loads.fine("unauthenticated", 4, 403));

  @TempDir Path folder;
  private final Map<String, Map<String, Double>> after = new TreeMap<>();

  @Test
  void refusalsThatTheProxyCountedAreTheMeshesOwn() throws IOException {
    List<Evidence> byRole = evidence("rbac", 8, 92);

    assertThat(byRole).hasSize(10).allMatch(Evidence::proven, "proven");
    assertThat(byRole)
        .filteredOn(it -> it.subject().equals("policy before gateway, refused"))
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.promise()).isEqualTo(Promise.POLICY);
              assertThat(it.expected()).isEqualTo("exactly 8: 4 forbidden, 4 unauthenticated");
              assertThat(it.observed()).isEqualTo("8 refused");
            });
  }

  @Test
  void aWrongAttributeIsRefusedByAPolicyOfAttributesOnly() throws IOException {
    assertThat(evidence("abac", 10, 90)).allMatch(Evidence::proven, "proven");
    after.clear();
    assertThat(evidence("abac", 8, 92))
        .filteredOn(it -> !it.proven())
        .extracting(Evidence::subject)
        .containsExactly("policy before gateway, refused", "policy before gateway, let pass");
  }

  @Test
  void theStatusShowsWhoRefusedWhereTheServicesWouldAnswerAnother() {
    assertThat(withoutToken(Loads.fine("unauthenticated", 4, 403)))
        .satisfies(
            it -> {
              assertThat(it.promise()).isEqualTo(Promise.POLICY);
              assertThat(it.verdict()).isEqualTo(Verdict.PROVEN);
              assertThat(it.observed()).isEqualTo("4 of 4 answered 403");
            });
    assertThat(withoutToken(Loads.fine("unauthenticated", 4, 401)).verdict())
        .isEqualTo(Verdict.DISPROVEN);
    assertThat(withoutToken(Loads.fine("browse", 4, 200)).verdict()).isEqualTo(Verdict.MISSING);
  }

  private static Evidence withoutToken(LabelResult label) {
    Guarantees claims = new Guarantees(Proxies.NONE, false).refusing(Refusals.WITHOUT_TOKEN);
    DataPlane plane = new DataPlane(List.of(), Map.of(), List.of(), Map.of());
    LoadResult load = Loads.of(label);
    List<Evidence> denial = DenialProof.evidence(load, claims, Traffic.AS_USUAL);
    List<Evidence> policy = new PolicyProof(plane, claims).evidence(GrownCounters.NONE, load);
    assertThat(denial).isNotEmpty();
    return policy.get(0);
  }

  @Test
  void aPolicyThatLetsTheForbiddenThroughIsDisprovenThoughEveryAnswerIsRight() throws IOException {
    List<Evidence> wrong = evidence("rbac", 4, 96);

    Guarantees claims = new Guarantees(Proxies.BOTH_SIDES, true).refusing(Refusals.BY_ROLE);
    assertThat(DenialProof.evidence(LOAD, claims, Traffic.AS_USUAL))
        .allMatch(Evidence::proven, "proven");
    assertThat(wrong)
        .filteredOn(it -> it.subject().equals("policy before gateway, refused"))
        .singleElement()
        .satisfies(it -> assertThat(it.verdict()).isEqualTo(Verdict.DISPROVEN));
    assertThat(Verification.of(claims, wrong).reasons())
        .anyMatch(it -> it.startsWith("policy of policy before gateway, refused does not hold"));
  }

  @Test
  void aRefusalBehindTheEntryIsAWrongRefusal() throws IOException {
    DataPlane plane = plane("rbac");
    count(plane, 8, 92);
    add("order-proxy", "http.inbound_order.rbac.denied", 1);
    add("order-proxy", "http.inbound_order.rbac.allowed", -1);

    assertThat(judge(plane, "rbac"))
        .filteredOn(it -> !it.proven())
        .extracting(Evidence::subject)
        .containsExactlyInAnyOrder("policy before order, refused", "policy before order, let pass");
  }

  @Test
  void aPolicyThatIsOffCountsNothingAndIsFoundOut() throws IOException {
    DataPlane plane = plane("rbac");
    count(plane, 8, 92);
    after.values().forEach(it -> it.keySet().removeIf(name -> name.contains("rbac")));

    assertThat(judge(plane, "rbac"))
        .filteredOn(it -> it.subject().endsWith("let pass"))
        .hasSize(5)
        .noneMatch(Evidence::proven);
  }

  @Test
  void aProxyThatWasNotReadLeavesThePolicyMissing() throws IOException {
    DataPlane plane = plane("rbac");
    count(plane, 8, 92);
    after.remove("gateway-proxy");

    assertThat(judge(plane, "rbac"))
        .filteredOn(it -> it.subject().equals("policy before gateway"))
        .singleElement()
        .matches(it -> it.verdict() == Verdict.MISSING);
  }

  @Test
  void aClaimWithoutAGuardWhereTheLoadEntersIsDisproven() throws IOException {
    DataPlane open =
        mesh().design(Variant.plain("istio-mtls")).local(SampleSite.in(folder.resolve("open")));
    ProxyCounters counters = new ProxyCounters(open, Map.of(), Map.of());

    assertThat(
            new PolicyProof(
                    open, new Guarantees(Proxies.BOTH_SIDES, true).refusing(Refusals.BY_ROLE))
                .evidence(counters, LOAD))
        .singleElement()
        .matches(it -> it.verdict() == Verdict.DISPROVEN);
    assertThat(
            new PolicyProof(open, new Guarantees(Proxies.BOTH_SIDES, true))
                .evidence(counters, LOAD))
        .isEmpty();
  }

  @Test
  void whatThePolicyRefusesIsNotExpectedBehindIt() {
    Hop auth = SampleServices.hop("gateway", "auth");

    assertThat(Expected.of(auth, LOAD, Refusals.NONE))
        .extracting("least", "most")
        .containsExactly(96L, 100L);
    assertThat(Expected.of(auth, LOAD, Refusals.BY_ROLE))
        .extracting("least", "most")
        .containsExactly(92L, 92L);
    assertThat(Expected.of(auth, LOAD, Refusals.BY_ATTRIBUTE))
        .extracting("least", "most")
        .containsExactly(90L, 90L);
  }

  private List<Evidence> evidence(String policy, double refused, double passed) throws IOException {
    DataPlane plane = plane(policy);
    count(plane, refused, passed);
    return judge(plane, policy);
  }

  private List<Evidence> judge(DataPlane plane, String policy) {
    Map<String, Counters> before =
        after.keySet().stream().collect(Collectors.toMap(name -> name, name -> Counters.NONE));
    Map<String, Counters> end =
        after.entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, it -> Counters.of(it.getValue())));
    return new PolicyProof(plane, mesh().claims(variant(policy)))
        .evidence(new ProxyCounters(plane, before, end), LOAD);
  }

  /** Every service took ten requests and let them pass, but the gateway. */
  private void count(DataPlane plane, double refused, double passed) {
    plane.proxies().forEach(proxy -> after.put(proxy.name(), new TreeMap<>()));
    for (String service : SampleServices.ALL.services()) {
      boolean entry = service.equals(SampleServices.ENTRY);
      String prefix = "http.inbound_" + service + ".";
      add(service + "-proxy", prefix + "downstream_rq_total", entry ? 100 : 10);
      add(service + "-proxy", prefix + "rbac.allowed", entry ? passed : 10);
      add(service + "-proxy", prefix + "rbac.denied", entry ? refused : 0);
    }
  }

  private void add(String proxy, String counter, double more) {
    after.get(proxy).merge(counter, more, Double::sum);
  }

  private DataPlane plane(String policy) throws IOException {
    return mesh().design(variant(policy)).local(SampleSite.in(folder.resolve(policy)));
  }

  private static Variant variant(String policy) {
    return new Variant("arm", "istio-mtls", policy, "default", new TreeMap<>());
  }

  private static Product mesh() {
    return Products.named("istio-mtls");
  }

  @Test
  void aPolicyByCallersMustHaveRefusedTheStrangerThatWeWere() {
    PolicyEnforcementPoint guard =
        PolicyEnforcementPoint.before("gateway", "gateway-proxy")
            .counting(CounterSource.onceUsed("allowed"), CounterSource.onceUsed("denied"))
            .failingOpen(CounterSource.onceUsed("unrouted"))
            .identifying(CounterSource.onceUsed("strangers"));
    Hop hop = new Hop(Topology.LOAD, SampleServices.ENTRY, Protocol.HTTP1);
    Address address = Address.loopback(8_080);
    Listener inbound =
        new Listener(
            "gateway-proxy",
            hop,
            Listener.Side.INBOUND,
            address,
            ListenerCounters.of(
                Map.of(TrafficCounter.REQUESTS, CounterSource.onceUsed("requests"))));
    DataPlane plane =
        new DataPlane(List.of(), Map.of(hop, address), List.of(inbound), Map.of())
            .guardedBy(List.of(guard));
    PolicyProof proof =
        new PolicyProof(
            plane, new Guarantees(Proxies.BOTH_SIDES, true).refusing(Refusals.BY_CALLER));
    Map<String, Double> end = Map.of("requests", 100.0, "allowed", 100.0, "strangers", 1.0);

    assertThat(proof.evidence(counters(plane, Map.of("strangers", 1.0), end), LOAD))
        .hasSize(3)
        .allMatch(Evidence::proven, "proven")
        .extracting(Evidence::expected)
        .contains("exactly 0: the load sends only what the policy allows");
    assertThat(proof.evidence(counters(plane, Map.of(), end), LOAD))
        .as("refused in the window, and not by our call")
        .filteredOn(it -> !it.proven())
        .extracting(Evidence::subject)
        .containsExactly("policy before gateway, strangers");
  }

  private static ProxyCounters counters(
      DataPlane plane, Map<String, Double> before, Map<String, Double> end) {
    return new ProxyCounters(
        plane,
        Map.of("gateway-proxy", Counters.of(before)),
        Map.of("gateway-proxy", Counters.of(end)));
  }
}
