package io.meshgauge.run.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.measure.LoadResult.SecondSample;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FaultInjectorTest {
  private static final int WHEN = 5;

  @Test
  void recoveryIsTheFirstSecondWithoutLaterErrorsOrDelays() {
    // Seconds 5 to 8 fail, second 9 is slow, second 10 is normal but 11 fails again.
    List<SecondSample> seconds = seconds(20, List.of(5, 6, 7, 8, 11), List.of(9));

    assertThat(FaultInjector.recovered(seconds, WHEN)).isEqualTo(12 - WHEN);
  }

  @Test
  void faultWithoutEffectRecoversAtOnce() {
    assertThat(FaultInjector.recovered(seconds(20, List.of(), List.of()), WHEN)).isZero();
  }

  @Test
  void errorInTheLastSecondMeansNoRecovery() {
    assertThat(FaultInjector.recovered(seconds(20, List.of(6, 19), List.of()), WHEN)).isNull();
  }

  @Test
  void singleSlowSecondAfterRecoveryIsIgnoredAndTwoConsecutiveOnesAreNot() {
    assertThat(FaultInjector.recovered(seconds(20, List.of(5), List.of(6, 19)), WHEN)).isEqualTo(2);
    assertThat(FaultInjector.recovered(seconds(20, List.of(5), List.of(12, 13)), WHEN))
        .isEqualTo(9);
    assertThat(FaultInjector.recovered(seconds(20, List.of(), List.of(18, 19)), WHEN)).isNull();
  }

  @Test
  void slowSecondRightAfterTheFaultCounts() {
    assertThat(FaultInjector.recovered(seconds(20, List.of(), List.of(5)), WHEN)).isEqualTo(1);
  }

  @Test
  void errorsBeforeTheFaultAreIgnored() {
    assertThat(FaultInjector.recovered(seconds(20, List.of(2, 6), List.of()), WHEN)).isEqualTo(2);
  }

  @Test
  void worstSecondIsSearchedUntilTargetAndRequestsHaveRecovered() {
    // Second 6 is slow because of the fault in second 5; second 15 for another reason.
    List<SecondSample> seconds = seconds(20, List.of(), List.of(6, 15));

    assertThat(FaultInjector.baseline(seconds, WHEN)).hasValue(0.02);
    assertThat(FaultInjector.worst(seconds, WHEN, 0.3, 0)).hasValue(0.2);
    assertThat(FaultInjector.worst(seconds(20, List.of(), List.of(15)), WHEN, 0.3, 0))
        .hasValue(0.02);
    assertThat(FaultInjector.worst(seconds(20, List.of(), List.of(15)), WHEN, 10, 0)).hasValue(0.2);
    assertThat(FaultInjector.worst(seconds(20, List.of(), List.of(19)), WHEN, 0.3, null))
        .hasValue(0.2);
  }

  @Test
  void latencyIsEmptyWithoutResponses() {
    List<SecondSample> silent = List.of(new SecondSample(0, 10, 10, 0, 0, 0, 0));

    assertThat(FaultInjector.baseline(silent, WHEN)).isEmpty();
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
