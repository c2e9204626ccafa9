package io.meshgauge.experiment.change;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.change.Transition.Connections;
import io.meshgauge.experiment.change.Transition.Probe;
import io.meshgauge.experiment.change.Transition.Says;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TransitionTest {
  private static final long BEGIN = 1_795_000_000_000_000L;

  @Test
  void theLastOldAnswerEndsTheExposureAndNotTheFirstNewOne() {
    // Workers of a proxy take a new rule at different times: the answers alternate for a while.
    Transition it = of("AAADADADDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDD");

    assertThat(it.first()).hasValue(0.032);
    assertThat(it.last()).hasValue(0.062);
    assertThat(it.within()).isEqualTo(0.062);
    assertThat(it.complete()).isTrue();
    assertThat(it.wrong()).isZero();
    assertThat(it.spacing()).isEqualTo(0.01);
  }

  @Test
  void aShortTimeWithNewAnswersOnlyIsNotEnough() {
    assertThat(of("AAADDDDDDD").complete()).isFalse();
  }

  @Test
  void aProxyThatKeepsTheOldRuleIsIncompleteForAsLongAsItWasObserved() {
    Transition it = of("A".repeat(100));

    assertThat(it.first()).isEmpty();
    assertThat(it.complete()).isFalse();
    assertThat(it.within()).isEqualTo(0.992);
  }

  @Test
  void anOldAnswerAtTheEndMakesItIncomplete() {
    assertThat(of("A" + "D".repeat(60) + "AD").complete()).isFalse();
  }

  @Test
  void errorsAreCountedAndAreNoAnswerByEitherRule() {
    Transition it = of("AAWWDDDD" + "D".repeat(40));

    assertThat(it.wrong()).isEqualTo(2);
    assertThat(it.last()).hasValue(0.012);
    assertThat(it.within()).isEqualTo(0.042);

    Transition silent = of("W".repeat(100));
    assertThat(silent.complete()).isFalse();
    assertThat(silent.within()).isEqualTo(0.992);
  }

  @Test
  void answersFromBeforeTheChangeDoNotCount() {
    List<Probe> probes = new ArrayList<>();
    probes.add(new Probe(BEGIN - 30_000, BEGIN - 20_000, Says.DENIED));
    probes.add(new Probe(BEGIN + 10_000, BEGIN + 20_000, Says.DENIED));

    Transition it = Transition.of("order", Connections.NEW, probes, BEGIN, Says.DENIED);

    assertThat(it.answers()).isEqualTo(1);
    assertThat(it.first()).hasValue(0.02);
  }

  @Test
  void theSlowestIsOneThatIsNotCompleteBeforeAnyThatIs() {
    Transition slow = of("A".repeat(20) + "D".repeat(60));
    Transition never = of("AA");

    assertThat(Transition.slowest(List.of(slow, never))).contains(never);
    assertThat(Transition.slowest(List.of())).isEqualTo(Optional.empty());
  }

  /** A request every 10 ms, answered after 2 ms: Allowed, Denied, Wrong. The rule is to deny. */
  private static Transition of(String answers) {
    List<Probe> probes = new ArrayList<>();
    for (int i = 0; i < answers.length(); i++) {
      long begin = BEGIN + i * 10_000L;
      Says says =
          switch (answers.charAt(i)) {
            case 'A' -> Says.ALLOWED;
            case 'D' -> Says.DENIED;
            default -> Says.WRONG;
          };
      probes.add(new Probe(begin, begin + 2_000, says));
    }
    return Transition.of("order", Connections.KEPT, probes, BEGIN, Says.DENIED);
  }
}
