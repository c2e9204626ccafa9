package io.meshgauge.run.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.measure.SecondSample;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FaultInjectorTest {
  private static final int WHEN = 5;

  @Test
  void requestsAreAsBeforeFromTheFirstSecondAfterWhichNoneFailsAndNoneIsSlow() {
    // Seconds 5 to 8 fail, second 9 is slow, second 10 is well but 11 fails once more.
    List<SecondSample> seconds = seconds(20, List.of(5, 6, 7, 8, 11), List.of(9));

    assertThat(FaultInjector.recovered(seconds, WHEN)).isEqualTo(12 - WHEN);
  }

  @Test
  void whatHurtNobodyMendedAtOnce() {
    assertThat(FaultInjector.recovered(seconds(20, List.of(), List.of()), WHEN)).isZero();
  }

  @Test
  void whatStillFailsInTheLastSecondHasNotMended() {
    assertThat(FaultInjector.recovered(seconds(20, List.of(6, 19), List.of()), WHEN)).isNull();
  }

  @Test
  void oneSlowSecondOnceAllWasWellIsNoneOfTheActsAndTwoInARowAre() {
    assertThat(FaultInjector.recovered(seconds(20, List.of(5), List.of(6, 19)), WHEN)).isEqualTo(2);
    assertThat(FaultInjector.recovered(seconds(20, List.of(5), List.of(12, 13)), WHEN))
        .isEqualTo(9);
    assertThat(FaultInjector.recovered(seconds(20, List.of(), List.of(18, 19)), WHEN)).isNull();
  }

  @Test
  void whatIsSlowRightAfterTheActIsTheActs() {
    assertThat(FaultInjector.recovered(seconds(20, List.of(), List.of(5)), WHEN)).isEqualTo(1);
  }

  @Test
  void whatFailedBeforeIsNotAskedFor() {
    assertThat(FaultInjector.recovered(seconds(20, List.of(2, 6), List.of()), WHEN)).isEqualTo(2);
  }

  @Test
  void theWorstSecondIsLookedForUntilItHasComeAboutAndRequestsAreAsBefore() {
    // Second 6 is slow because of what was done in second 5; second 15 is for another reason.
    List<SecondSample> seconds = seconds(20, List.of(), List.of(6, 15));

    assertThat(FaultInjector.usual(seconds, WHEN)).hasValue(0.02);
    assertThat(FaultInjector.worst(seconds, WHEN, 0.3, 0)).hasValue(0.2);
    assertThat(FaultInjector.worst(seconds(20, List.of(), List.of(15)), WHEN, 0.3, 0))
        .hasValue(0.02);
    assertThat(FaultInjector.worst(seconds(20, List.of(), List.of(15)), WHEN, 10, 0)).hasValue(0.2);
    assertThat(FaultInjector.worst(seconds(20, List.of(), List.of(19)), WHEN, 0.3, null))
        .hasValue(0.2);
  }

  @Test
  void whereNothingWasAnsweredNothingIsSaidOfLatency() {
    List<SecondSample> silent = List.of(new SecondSample(0, 10, 10, 0, 0, 0, 0));

    assertThat(FaultInjector.usual(silent, WHEN)).isEmpty();
    assertThat(FaultInjector.worst(silent, 0, 1, null)).isEmpty();
  }

  private static List<SecondSample> seconds(int count, List<Integer> failing, List<Integer> slow) {
    List<SecondSample> seconds = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      seconds.add(
          new SecondSample(
              i, 10, 10, 10, failing.contains(i) ? 3 : 0, 0.005, slow.contains(i) ? 0.2 : 0.02));
    }
    return seconds;
  }
}
