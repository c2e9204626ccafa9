package io.meshgauge.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.meshgauge.evidence.policy.DenialProof;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.Guarantees.Proxies;
import io.meshgauge.topology.plane.Traffic;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which answers refuse, and what a run must prove to be verified. */
class VerificationTest {
  private static final Guarantees MTLS = new Guarantees(Proxies.BOTH_SIDES, true);
  private static final Guarantees PLAIN = new Guarantees(Proxies.BOTH_SIDES, false);
  private static final LoadResult LOAD =
      Loads.of(
          Loads.fine("browse", 60, 200),
          Loads.fine("checkout", 30, 201),
          Loads.fine("forbidden", 4, 403),
          Loads.fine("risky", 2, 403),
          Loads.fine("unauthenticated", 4, 401));

  @Test
  void everyRefusalMustBeExact() {
    assertThat(DenialProof.evidence(LOAD, MTLS, Traffic.AS_USUAL))
        .hasSize(5)
        .allMatch(Evidence::proven, "proven");
    LoadResult leak =
        Loads.of(
            Loads.fine("browse", 60, 200),
            Loads.label("forbidden", 6, 5, Map.of("403", 5L, "201", 1L)),
            Loads.label("unauthenticated", 4, 4, Map.of("403", 4L)));
    assertThat(DenialProof.evidence(leak, MTLS, Traffic.AS_USUAL))
        .extracting(Evidence::subject, Evidence::verdict)
        .containsExactly(
            tuple("browse", Verdict.PROVEN),
            tuple("forbidden", Verdict.DISPROVEN),
            tuple("unauthenticated", Verdict.DISPROVEN));
  }

  @Test
  void aRefusedRequestThatIsAllowedIsFoundToo() {
    LoadResult load =
        Loads.of(
            Loads.label("browse", 60, 59, Map.of("200", 59L, "401", 1L)),
            Loads.fine("forbidden", 6, 403));
    assertThat(DenialProof.evidence(load, MTLS, Traffic.AS_USUAL).get(0).verdict())
        .isEqualTo(Verdict.DISPROVEN);
  }

  @Test
  void aPlanWithoutRefusalsClaimsNoDenial() {
    assertThat(
            DenialProof.evidence(Loads.of(Loads.fine("browse", 60, 200)), MTLS, Traffic.AS_USUAL))
        .filteredOn(it -> it.verdict() == Verdict.NOT_CLAIMED)
        .hasSize(1);
  }

  @Test
  void everyPromiseMustBeProvenWhereMutualTlsIsClaimed() {
    List<Evidence> all = new ArrayList<>();
    Set<Promise> asked = EnumSet.of(Promise.TELEMETRY, Promise.TRAFFIC, Promise.LIMITS);
    Set<Promise> promises =
        EnumSet.complementOf(EnumSet.of(Promise.PLAINTEXT, Promise.POLICY, Promise.DISTRIBUTION));
    promises.forEach(promise -> all.add(evidence(promise, Verdict.PROVEN)));
    assertThat(Verification.of(MTLS, asked, all).proven()).isTrue();
    for (Promise promise : promises) {
      List<Evidence> without = all.stream().filter(it -> it.promise() != promise).toList();
      assertThat(Verification.of(MTLS, asked, without).reasons()).hasSize(1);
      for (Verdict verdict : List.of(Verdict.MISSING, Verdict.DISPROVEN)) {
        List<Evidence> more = new ArrayList<>(all);
        more.add(evidence(promise, verdict));
        assertThat(Verification.of(MTLS, asked, more).reasons()).hasSize(1);
      }
    }
  }

  @Test
  void whatTheVariantDoesNotAskForNeedNotBeSeen() {
    List<Evidence> all =
        EnumSet.complementOf(EnumSet.of(Promise.PLAINTEXT, Promise.TELEMETRY)).stream()
            .map(promise -> evidence(promise, Verdict.PROVEN))
            .toList();
    assertThat(Verification.of(MTLS, all).proven()).isTrue();
    assertThat(Verification.of(MTLS, Set.of(Promise.TELEMETRY), all).reasons())
        .containsExactly("telemetry: nothing was observed");
  }

  @Test
  void distributionMustBeProvenWhereCallsAreBalancedAndNowhereElse() {
    List<Evidence> enough =
        List.of(
            evidence(Promise.TRAVERSAL, Verdict.PROVEN),
            evidence(Promise.PLAINTEXT_PROBE, Verdict.PROVEN),
            evidence(Promise.DENIAL, Verdict.PROVEN));
    Guarantees balanced = new Guarantees(Proxies.BEFORE_SERVER, false);
    assertThat(Verification.of(PLAIN, enough).proven()).isTrue();
    assertThat(Verification.of(balanced, enough).reasons())
        .containsExactly("distribution: nothing was observed");
    for (Verdict verdict : List.of(Verdict.PROVEN, Verdict.DISPROVEN, Verdict.MISSING)) {
      List<Evidence> more = new ArrayList<>(enough);
      more.add(evidence(Promise.DISTRIBUTION, verdict));
      assertThat(Verification.of(balanced, more).proven()).isEqualTo(verdict == Verdict.PROVEN);
    }
    assertThat(Verification.ofStream(balanced, enough).proven()).isTrue();
  }

  @Test
  void aControlMayBeMissingButNotContradict() {
    List<Evidence> enough =
        List.of(
            evidence(Promise.TRAVERSAL, Verdict.PROVEN),
            evidence(Promise.PLAINTEXT_PROBE, Verdict.PROVEN),
            evidence(Promise.DENIAL, Verdict.PROVEN),
            evidence(Promise.PLAINTEXT, Verdict.MISSING));
    assertThat(Verification.of(PLAIN, enough).proven()).isTrue();
    assertThat(Verification.of(MTLS, enough).proven()).isFalse();
    List<Evidence> contradicted = new ArrayList<>(enough);
    contradicted.add(evidence(Promise.PLAINTEXT, Verdict.DISPROVEN));
    assertThat(Verification.of(PLAIN, contradicted).reasons())
        .singleElement()
        .asString()
        .contains("plaintext of x does not hold: expected this; observed that");
  }

  @Test
  void runsWithoutABoundAreValidAndWithoutItsProof() {
    List<Evidence> seen =
        List.of(
            evidence(Promise.TRAVERSAL, Verdict.UNBOUNDED),
            evidence(Promise.PLAINTEXT_PROBE, Verdict.PROVEN),
            evidence(Promise.DENIAL, Verdict.PROVEN));
    assertThat(Verification.of(new Guarantees(Proxies.BOTH_SIDES, false), seen).proven()).isTrue();
    assertThat(seen.get(0).proven()).isFalse();
    assertThat(seen.get(0).unproven()).isFalse();
  }

  private static Evidence evidence(Promise promise, Verdict verdict) {
    return new Evidence(promise, "x", verdict, "this", "that", "a test");
  }
}
