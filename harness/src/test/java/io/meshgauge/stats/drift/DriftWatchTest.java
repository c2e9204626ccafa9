package io.meshgauge.stats.drift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.meshgauge.stats.drift.Tolerance.Harm;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

class DriftWatchTest {
  private static final AlphaSpending ALONE = AlphaSpending.over(1, 0);
  private static final Tolerance TWO_PERCENT = new Tolerance(0.02, 0, Harm.RISING);
  private final Random random = new Random(31);

  @Test
  void aLeakOfOneMebibyteAMinuteIsCertainWithinThirtyWindows() {
    int found = 0;
    for (int soak = 0; soak < 100; soak++) {
      Drift drift =
          DriftWatch.of(
              series(30, i -> 200 + i + random.nextGaussian()),
              AlphaSpending.over(10, 0),
              TWO_PERCENT);
      found += drift.isCertain() ? 1 : 0;
    }

    assertThat(found).as("of 100").isGreaterThanOrEqualTo(90);
  }

  @Test
  void whatWasCertainFirstIsKept() {
    DriftWatch watch = new DriftWatch(ALONE, TWO_PERCENT);
    int alarms = 0;
    for (int i = 0; i < 300; i++) {
      // A leak that is fixed in the middle was one all the same.
      alarms += watch.add(i / 60.0, 200 + Math.min(i, 150) + random.nextGaussian()) ? 1 : 0;
    }

    assertThat(alarms).isEqualTo(1);
    Drift.Certainty certain = watch.drift().certain().orElseThrow();
    assertThat(certain.windows()).isBetween(20, 35);
    assertThat(certain.hours()).isCloseTo((certain.windows() - 1) / 60.0, within(1e-9));
    assertThat(certain.p()).isLessThan(0.01);
    assertThat(certain.trend().slopePerHour()).isCloseTo(60, within(10.0));
    assertThat(watch.drift().windows()).isEqualTo(300);
  }

  @Test
  void readAgainFromTheArchiveTheAnswerIsTheSame() {
    Series series = series(400, i -> 200 + 0.2 * i + 2 * random.nextGaussian());
    DriftWatch live = new DriftWatch(ALONE, TWO_PERCENT);
    for (int i = 0; i < series.size(); i++) {
      live.add(series.hours(i), series.value(i));
      if (i % 50 == 0) {
        // Reading in between must not change the result.
        live.drift();
      }
    }

    assertThat(live.drift()).isEqualTo(DriftWatch.of(series, ALONE, TWO_PERCENT));
    assertThat(live.drift().isCertain()).isTrue();
  }

  @Test
  void windowsThatAreMissingChangeTheDistanceAndNotTheSlope() {
    Series whole = series(120, i -> 100 + 0.5 * i + random.nextGaussian());
    double[] hours = new double[80];
    double[] values = new double[80];
    for (int i = 0; i < 80; i++) {
      int at = i < 40 ? i : i + 40;
      hours[i] = whole.hours(at);
      values[i] = whole.value(at);
    }

    Drift drift = DriftWatch.of(Series.of(hours, values), ALONE, TWO_PERCENT);

    assertThat(drift.slopePerHour()).isCloseTo(30, within(1.0));
    assertThat(drift.isCertain()).isTrue();
  }

  @Test
  void aWarmUpToAPlateauIsNoDrift() {
    for (int constant : new int[] {2, 5, 10}) {
      Series warm =
          series(240, i -> 300 - 100 * Math.exp(-i / (double) constant) + random.nextGaussian());
      assertThat(DriftWatch.of(warm, ALONE, TWO_PERCENT).isCertain()).as("%d", constant).isFalse();
    }
  }

  @Test
  void aSlowWarmUpIsLeftOutBySettling() {
    IntToDoubleFunction slow = i -> 300 - 100 * Math.exp(-i / 40.0) + random.nextGaussian();

    assertThat(DriftWatch.of(series(300, slow), ALONE, TWO_PERCENT).isCertain()).isTrue();
    assertThat(
            DriftWatch.of(series(300, slow), AlphaSpending.over(1, 170 / 60.0), TWO_PERCENT)
                .isCertain())
        .isFalse();
  }

  @Test
  void aHeapThatIsCollectedIsNoDriftAndOneWhoseLiveSetGrowsIs() {
    IntToDoubleFunction teeth = i -> 80 + 6 * ((i + i / 13) % 5) + random.nextGaussian();

    assertThat(DriftWatch.of(series(480, teeth), ALONE, TWO_PERCENT).isCertain()).isFalse();
    assertThat(
            DriftWatch.of(series(480, i -> teeth.applyAsDouble(i) + 0.2 * i), ALONE, TWO_PERCENT)
                .isCertain())
        .isTrue();
  }

  @Test
  void aDriftWithinTheToleranceOrToTheGoodSideDoesNotCount() {
    Series slow = series(240, i -> 1000 + 0.1 * i + random.nextGaussian());
    Series falling = series(240, i -> 1000 - i + random.nextGaussian());

    assertThat(DriftWatch.of(slow, ALONE, TWO_PERCENT).isCertain()).isFalse();
    assertThat(DriftWatch.of(slow, ALONE, new Tolerance(0, 5, Harm.RISING)).isCertain()).isTrue();
    assertThat(DriftWatch.of(slow, ALONE, new Tolerance(0, 7, Harm.RISING)).isCertain()).isFalse();
    assertThat(DriftWatch.of(falling, ALONE, TWO_PERCENT).isCertain()).isFalse();
    assertThat(
            DriftWatch.of(falling, ALONE, new Tolerance(0.02, 0, Tolerance.Harm.FALLING))
                .isCertain())
        .isTrue();
    assertThat(DriftWatch.of(falling, ALONE, TWO_PERCENT).slopePerHour())
        .isCloseTo(-60, within(2.0));
  }

  @Test
  void theLevelsOfAllLooksAddUpToNoMoreThanTheSeriesPart() {
    AlphaSpending vigilance = AlphaSpending.over(4, 0);
    double sum = 0;
    for (int look = 1; look < 100_000; look++) {
      sum += vigilance.level(look);
    }

    assertThat(sum).isLessThanOrEqualTo(0.01 / 4).isGreaterThan(0.0024);
    assertThat(AlphaSpending.lookAfter(0)).isEqualTo(20);
    assertThat(AlphaSpending.lookAfter(20)).isEqualTo(24);
  }

  @Test
  void whatCannotBeWatchedIsRefusedInWords() {
    DriftWatch watch = new DriftWatch(ALONE, TWO_PERCENT);
    watch.add(1, 5);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> watch.add(1, 5))
        .withMessage("window at 1.0 h after one at 1.0 h; expected time to rise");
    assertThatIllegalArgumentException().isThrownBy(() -> watch.add(2, Double.NaN));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new AlphaSpending(0, 1, 0))
        .withMessageContaining("a chance between 0 and 1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Tolerance(-1, 0, Harm.RISING))
        .withMessageContaining("expected two figures of at least 0");
    assertThat(watch.drift().trend()).isEmpty();
    assertThat(watch.drift().level()).isEqualTo(5);
  }

  static Series series(int windows, IntToDoubleFunction value) {
    double[] hours = new double[windows];
    double[] values = new double[windows];
    for (int i = 0; i < windows; i++) {
      hours[i] = i / 60.0;
      values[i] = value.applyAsDouble(i);
    }
    return Series.of(hours, values);
  }
}
