package io.meshgauge.evidence.identity;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.evidence.window.ProxyCounters;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.measure.counter.Counters;
import io.meshgauge.topology.plane.DataPlane;
import io.meshgauge.topology.plane.IdentityCount;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What follows from counters by identity. */
class CountedIdentityProofTest {
  private static final String FROM = "inbound.8080.from.";
  private static final DataPlane PLANE =
      new DataPlane(List.of(), Map.of(), List.of(), Map.of())
          .knowing(
              List.of(
                  new IdentityCount(
                      "logging: its callers",
                      "logging-proxy",
                      FROM,
                      Set.of("order.ns.", "payment.ns."))));

  private final Map<String, Double> before = new TreeMap<>();
  private final Map<String, Double> after = new TreeMap<>();

  @Test
  void exactlyTheExpectedCallersAreProven() {
    after.put(FROM + "order.ns.mesh", 7.0);
    after.put(FROM + "payment.ns.mesh", 3.0);
    // From before the window: the other variant's own business.
    before.put(FROM + "unidentified", 2.0);
    after.put(FROM + "unidentified", 2.0);

    Evidence seen = evidence(true);

    assertThat(seen.promise()).isEqualTo(Promise.IDENTITY);
    assertThat(seen.verdict()).isEqualTo(Verdict.PROVEN);
    assertThat(seen.observed()).isEqualTo("counted: {order.ns.mesh=7, payment.ns.mesh=3}");
  }

  @Test
  void anotherCallerOrOneWithoutAnIdentityDisprovesIt() {
    after.put(FROM + "order.ns.mesh", 7.0);
    after.put(FROM + "payment.ns.mesh", 3.0);
    after.put(FROM + "unidentified", 1.0);

    assertThat(evidence(true).verdict()).isEqualTo(Verdict.DISPROVEN);

    after.remove(FROM + "unidentified");
    after.put(FROM + "order.other.mesh", 1.0);
    assertThat(evidence(true).verdict())
        .as("the same account in another namespace")
        .isEqualTo(Verdict.DISPROVEN);
  }

  @Test
  void oneWhoWasNotSeenIsMissingAndSoIsAProxyThatWasNotRead() {
    after.put(FROM + "order.ns.mesh", 7.0);
    before.put(FROM + "payment.ns.mesh", 3.0);
    after.put(FROM + "payment.ns.mesh", 3.0);

    assertThat(evidence(true).verdict()).isEqualTo(Verdict.MISSING);
    assertThat(evidence(false).verdict()).isEqualTo(Verdict.MISSING);
    after.clear();
    assertThat(evidence(true).observed()).isEqualTo("no identity was counted");
  }

  private Evidence evidence(boolean read) {
    Map<String, Counters> start = read ? Map.of("logging-proxy", Counters.of(before)) : Map.of();
    Map<String, Counters> end = Map.of("logging-proxy", Counters.of(after));
    ProxyCounters counters = new ProxyCounters(PLANE, start, end);
    List<Evidence> all = new CountedIdentityProof(PLANE).evidence(counters);
    assertThat(all).hasSize(1);
    return all.get(0);
  }
}
