package io.meshgauge.evidence.enforcement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.experiment.change.Change;
import io.meshgauge.experiment.change.Transition;
import io.meshgauge.experiment.change.Transition.Connections;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class EnforcementProofTest {
  @Test
  void aServiceWhoseProxyKeepsTheOldRuleOnceIsDisprovenWithWhereAndHowLong() {
    List<Evidence> evidence =
        EnforcementProof.evidence(
            List.of(
                change("deny", it("auth", 0.4, 50, 0), it("order", 0.1, 50, 0)),
                change("allow", it("auth", 0.3, 50, 0), it("order", 15, 50, 0))));

    assertThat(evidence)
        .extracting(Evidence::subject, Evidence::verdict, Evidence::observed)
        .containsExactly(
            tuple("policy changed before auth", Verdict.PROVEN, "the slowest of 2 took 0.400 s"),
            tuple(
                "policy changed before order",
                Verdict.DISPROVEN,
                "the old rule still answers 15.0 s after the change to allow, on kept connections"));
  }

  @Test
  void aProxyThatAnswersNothingIsNoOldRule() {
    assertThat(EnforcementProof.evidence(List.of(change("deny", it("auth", 15, 9, 9)))))
        .extracting(Evidence::observed)
        .containsExactly(
            "no answer by either rule 15.0 s after the change to deny, on kept connections");
  }

  @Test
  void withoutAPolicyThatChangedThereIsNothingToJudge() {
    assertThat(EnforcementProof.evidence(List.of(new Change("none", "no proxies", 0, 0))))
        .isEmpty();
  }

  private static Change change(String kind, Transition... transitions) {
    return new Change(kind, "2 proxies", 0, 1, List.of(transitions));
  }

  /** Complete, unless it takes the 15 seconds for which it is observed. */
  private static Transition it(String service, double last, long answers, long wrong) {
    boolean late = last == 15;
    return new Transition(
        service,
        Connections.KEPT,
        late ? OptionalDouble.empty() : OptionalDouble.of(0.05),
        wrong == answers ? OptionalDouble.empty() : OptionalDouble.of(last),
        late ? 15 : 1,
        0.005,
        answers,
        wrong);
  }
}
