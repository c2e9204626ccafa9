package io.meshgauge.experiment.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.meshgauge.experiment.change.ChangeEffect.Slice;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChangeEffectTest {
  private static final long MILLI = 1000;
  private static final long SECOND = 1000 * MILLI;

  /** Two faults of two seconds, at 10 s and at 15 s. */
  private static final List<Change> CHANGES =
      List.of(change(10 * SECOND, 12 * SECOND), change(15 * SECOND, 17 * SECOND));

  @Test
  void failuresGapAndRecoveryAreOfTheChangeTheyFollow() {
    List<Answer> answers = every100Millis(9 * SECOND, 20 * SECOND);
    // All fail from 10.0 s to 11.4 s; of the second change a single one, at 15.2 s.
    answers.replaceAll(
        it ->
            it.dueMicros() >= 10 * SECOND && it.dueMicros() < 11_400 * MILLI
                    || it.dueMicros() == 15_200 * MILLI
                ? new Answer(it.dueMicros(), it.endMicros(), false)
                : it);

    List<ChangeEffect> effects = ChangeEffect.of(CHANGES, answers);

    assertThat(effects).extracting(ChangeEffect::failed).containsExactly(14L, 1L);
    assertThat(effects).extracting(ChangeEffect::requests).containsExactly(50L, 50L);
    assertThat(effects.get(0).longestGapSeconds()).isCloseTo(1.405, within(1e-9));
    assertThat(effects.get(1).longestGapSeconds()).isCloseTo(0.2, within(1e-9));
    assertThat(effects.get(0).recoverySeconds()).isCloseTo(1.305, within(1e-9));
    assertThat(effects.get(1).recoverySeconds()).isCloseTo(0.205, within(1e-9));
  }

  @Test
  void aRequestInFlightBelongsToTheChangeThatHitIt() {
    List<Answer> answers =
        List.of(
            // Due in the calm before the second change, and cut by it.
            new Answer(14_990 * MILLI, 15_010 * MILLI, false),
            // Due in the first fault, and given up only in the second.
            new Answer(11 * SECOND, 16 * SECOND, false),
            // Before both.
            new Answer(8 * SECOND, 9 * SECOND, false));

    List<ChangeEffect> effects = ChangeEffect.of(CHANGES, answers);

    assertThat(effects).extracting(ChangeEffect::failed).containsExactly(1L, 1L);
    assertThat(effects.get(0).recoverySeconds()).isEqualTo(6);
    assertThat(effects.get(1).recoverySeconds()).isCloseTo(0.01, within(1e-9));
  }

  @Test
  void aChangeWithoutEffectHasNoRecoveryAndTheGapBetweenRequests() {
    ChangeEffect effect = ChangeEffect.of(CHANGES, every100Millis(9 * SECOND, 20 * SECOND)).get(0);

    assertThat(effect.failed()).isZero();
    assertThat(effect.recoverySeconds()).isZero();
    assertThat(effect.longestGapSeconds()).isCloseTo(0.1, within(1e-9));
    assertThat(effect.worstSecondSeconds()).isCloseTo(0.005, within(1e-9));
  }

  @Test
  void theWorstSecondIsThatWithTheHighestP99OfItsOwnRequests() {
    List<Answer> answers = every100Millis(10 * SECOND, 15 * SECOND);
    answers.add(new Answer(12_050 * MILLI, 12_450 * MILLI, true));

    assertThat(ChangeEffect.of(CHANGES, answers).get(0).worstSecondSeconds())
        .isCloseTo(0.4, within(1e-9));
  }

  @Test
  void slicesCountAnswersWhenTheyEnd() {
    List<Answer> answers =
        List.of(
            new Answer(10 * SECOND, 10_050 * MILLI, true),
            new Answer(10 * SECOND, 10_150 * MILLI, false),
            new Answer(10 * SECOND, 10_199 * MILLI, true));

    List<Slice> slices = ChangeEffect.of(CHANGES, answers).get(0).slices();

    assertThat(slices).hasSize(50).startsWith(new Slice(1, 0), new Slice(1, 1), new Slice(0, 0));
  }

  @Test
  void nothingAnsweredIsOneGap() {
    assertThat(ChangeEffect.of(CHANGES, List.of()))
        .extracting(ChangeEffect::longestGapSeconds)
        .containsExactly(5.0, 2.0);
  }

  @Test
  void aChangeThatEndsBeforeItBeginsIsRefused() {
    assertThatThrownBy(() -> change(2, 1)).hasMessageContaining("expected its end after its begin");
  }

  private static Change change(long begin, long end) {
    return new Change("refuse", "order-2", begin, end);
  }

  /** Good answers after five milliseconds. */
  private static List<Answer> every100Millis(long from, long to) {
    List<Answer> answers = new ArrayList<>();
    for (long due = from; due < to; due += 100 * MILLI) {
      answers.add(new Answer(due, due + 5 * MILLI, true));
    }
    return answers;
  }
}
