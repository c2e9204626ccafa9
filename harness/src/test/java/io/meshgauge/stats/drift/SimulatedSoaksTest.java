package io.meshgauge.stats.drift;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Rate of alarms in soaks without a drift, and coverage of intervals. Seeds are fixed. The larger
 * simulation, with the figures it gave, is docs/benchmarks/drift.
 */
class SimulatedSoaksTest {
  /** A single series has the whole level; one of twenty has less. */
  private static final AlphaSpending ALONE = AlphaSpending.over(1, 0);

  /** Soaks without a drift, in MiB around 200. */
  enum Noise {
    INDEPENDENT(random -> ar(random, 0, 3)),
    PERSISTENT_0_5(random -> ar(random, 0.5, 3)),
    PERSISTENT_0_7(random -> ar(random, 0.7, 3)),
    SAW_TOOTH(Noise::teeth),
    WARM_UP_OF_TEN_WINDOWS(Noise::warmUp),
    WHOLE_NUMBERS(random -> rounded(ar(random, 0.3, 0.7)));

    private final Function<Random, Process> process;

    Noise(Function<Random, Process> process) {
      this.process = process;
    }

    private static Process ar(Random random, double phi, double deviation) {
      double innovation = deviation * Math.sqrt(1 - phi * phi);
      double[] last = {random.nextGaussian() * deviation};
      return i -> {
        double value = last[0];
        last[0] = phi * value + innovation * random.nextGaussian();
        return value;
      };
    }

    private static Process rounded(Process process) {
      return i -> Math.rint(process.next(i));
    }

    private static Process warmUp(Random random) {
      return i -> -100 * Math.exp(-i / 10.0) + 2 * random.nextGaussian();
    }

    /** A constant live set, collected after 3 to 8 windows. */
    private static Process teeth(Random random) {
      int[] state = {0, 3 + random.nextInt(6)};
      return i -> {
        if (++state[0] >= state[1]) {
          state[0] = 0;
          state[1] = 3 + random.nextInt(6);
        }
        return 30.0 * state[0] / state[1] + random.nextGaussian();
      };
    }

    Series soak(int windows, long seed, double slopePerHour) {
      Process noise = process.apply(new Random(seed * 7919 + ordinal()));
      return DriftWatchTest.series(windows, i -> 200 + slopePerHour * i / 60 + noise.next(i));
    }
  }

  /** Draws the value of the next window. */
  interface Process {
    double next(int window);
  }

  @ParameterizedTest
  @EnumSource(Noise.class)
  void halfAnHourWithoutDriftIsAsSilentAsTheLevelSays(Noise noise) {
    // 1 % of 1,000 is 10; 18 would be exceeded in fewer than one of 100 such tests.
    assertThat(alarms(noise, 1000, 30)).as("of 1000").isLessThanOrEqualTo(18);
  }

  @ParameterizedTest
  @EnumSource(Noise.class)
  void aDayWithoutDriftIsAsSilentAsTheLevelSays(Noise noise) {
    // 1 % of 40; 2 would be exceeded in fewer than one of 100 such tests.
    assertThat(alarms(noise, 40, 1440)).as("of 40").isLessThanOrEqualTo(2);
  }

  @Test
  void thePlainTestWouldTakeWavesForTrends() {
    int plain = 0;
    int corrected = 0;
    for (int soak = 0; soak < 400; soak++) {
      Series series = Noise.PERSISTENT_0_7.soak(40, soak, 0);
      plain += MannKendall.ofIndependent(series).p() < 0.01 ? 1 : 0;
      corrected += MannKendall.of(series).p() < 0.01 ? 1 : 0;
    }

    assertThat(plain).as("of 400 at 1 %%").isGreaterThan(40);
    assertThat(corrected).as("of 400 at 1 %%").isLessThanOrEqualTo(10);
  }

  @ParameterizedTest
  @EnumSource(
      value = Noise.class,
      names = {"INDEPENDENT", "PERSISTENT_0_5", "PERSISTENT_0_7"})
  void theSlopeLiesInItsIntervalInAtLeastNineteenOfTwentySoaks(Noise noise) {
    int held = 0;
    for (int soak = 0; soak < 400; soak++) {
      Trend trend = Trend.of(noise.soak(60, soak, 12)).orElseThrow();
      held += trend.interval().filter(interval -> interval.contains(12)).isPresent() ? 1 : 0;
    }

    // 95 % of 400 is 380; fewer than 369 would be one of 100 such tests.
    assertThat(held).as("of 400").isGreaterThanOrEqualTo(369);
  }

  @Test
  void aSlowLeakInPersistentNoiseIsFoundInTheDay() {
    Tolerance tolerance = new Tolerance(0.02, 0, Tolerance.Harm.RISING);
    int[] found = new int[20];
    Arrays.setAll(
        found,
        soak ->
            DriftWatch.of(
                        Noise.PERSISTENT_0_7.soak(480, soak, 12),
                        AlphaSpending.over(20, 0),
                        tolerance)
                    .isCertain()
                ? 1
                : 0);

    assertThat(Arrays.stream(found).sum()).as("of 20").isGreaterThanOrEqualTo(18);
  }

  private static int alarms(Noise noise, int soaks, int windows) {
    int alarms = 0;
    for (int soak = 0; soak < soaks; soak++) {
      Drift drift =
          DriftWatch.of(
              noise.soak(windows, soak, 0), ALONE, new Tolerance(0.005, 0, Tolerance.Harm.RISING));
      alarms += drift.isCertain() ? 1 : 0;
    }
    return alarms;
  }
}
