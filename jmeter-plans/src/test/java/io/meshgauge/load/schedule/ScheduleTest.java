package io.meshgauge.load.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("rule-2")
class ScheduleTest {

  @ParameterizedTest
  @CsvSource({
    "constant, 500, 10, 5000",
    "constant, 0.1, 10, 1",
    "ramp 0 1, 500, 10, 2500",
    "steps 0.1 0.5 1, 300, 9, 1440",
    "pieces 10:0:1 60:1:1 10:1:0, 100, 80, 7000",
    "peaks base=0.5 peak=1 count=2 share=0.5 ripple=0.05, 1000, 10, 6875"
  })
  void uniformArrivalsNumberExactlyTheIntegralOfTheRate(
      String shape, double rate, double seconds, long expected) {
    assertThat(uniform(shape, rate, seconds).count()).isEqualTo(expected);
  }

  @Test
  void uniformArrivalsAtAConstantRateAreEvenlySpaced() {
    long[] due = due(uniform("constant", 1000, 2));

    assertThat(due).hasSize(2000).startsWith(500_000, 1_500_000).endsWith(1_999_500_000L);
  }

  @Test
  void stepsPutTheirSharesIntoEachThird() {
    long[] due = due(uniform("steps 0.0143 0.1286 1", 3500, 30));

    assertThat(Arrays.stream(due).filter(t -> t < 10e9).count()).isBetween(500L, 501L);
    assertThat(Arrays.stream(due).filter(t -> t >= 10e9 && t < 20e9).count())
        .isBetween(4500L, 4502L);
    assertThat(Arrays.stream(due).filter(t -> t >= 20e9).count()).isBetween(34_999L, 35_001L);
  }

  @ParameterizedTest
  @EnumSource(ArrivalProcess.class)
  void dueTimesNeverGoBackAndStayInTheWindow(ArrivalProcess process) {
    RateProfile profile =
        LoadShape.parse("peaks base=0.2 peak=1 count=5 share=0.4 ripple=0.1").at(2000, 7);
    long[] due = due(new Schedule(profile, process, 4));

    assertThat(due).isSorted();
    assertThat(due[0]).isNotNegative();
    assertThat(due[due.length - 1]).isLessThanOrEqualTo(7_000_000_000L);
  }

  @Test
  void theSameSeedGivesTheSameArrivalsAndAnotherSeedOthers() {
    assertThat(due(poisson(1, 100, 5))).isEqualTo(due(poisson(1, 100, 5)));
    assertThat(due(poisson(1, 100, 5))).isNotEqualTo(due(poisson(2, 100, 5)));
  }

  @Test
  void everyWindowOfARunHasArrivalsOfItsOwn() {
    Schedule first = poisson(1, 100, 50);
    long[] gaps = gaps(due(first));
    long[] later = gaps(due(first.ofWindow(1)));

    assertThat(due(first.ofWindow(0))).isEqualTo(due(first));
    assertThat(due(first.ofWindow(1))).isEqualTo(due(first.ofWindow(1)));
    assertThat(later).as("nor the same, shifted").doesNotContain(Arrays.copyOf(gaps, 100));
    assertThat(due(first.ofWindow(1))).isNotEqualTo(due(first.ofWindow(2)));
  }

  private static long[] gaps(long[] due) {
    return IntStream.range(1, due.length).mapToLong(i -> due[i] - due[i - 1]).toArray();
  }

  @Test
  void poissonCountsPerSecondHaveMeanAndVarianceOfTheRate() {
    long[] due = due(poisson(7, 50, 4000));
    long[] perSecond = new long[4000];
    for (long t : due) {
      perSecond[(int) Math.min(3999, t / 1_000_000_000)]++;
    }

    double mean = LongStream.of(perSecond).average().orElseThrow();
    double variance =
        LongStream.of(perSecond).mapToDouble(n -> (n - mean) * (n - mean)).sum() / 3999;
    // Five standard errors: sqrt(50 / 4000) for the mean, about 50 * sqrt(2 / 4000) for the
    // variance.
    assertThat(mean).isCloseTo(50, within(0.56));
    assertThat(variance).isCloseTo(50, within(5.7));
  }

  @Test
  void poissonGapsAreExponential() {
    long[] due = due(poisson(11, 1000, 100));
    double meanGap = 1e6;
    long longer = 0;
    for (int i = 1; i < due.length; i++) {
      longer += due[i] - due[i - 1] > meanGap ? 1 : 0;
    }

    assertThat(longer / (double) (due.length - 1)).isCloseTo(Math.exp(-1), within(0.008));
  }

  @Test
  void poissonArrivalsFollowTheShape() {
    RateProfile profile = LoadShape.parse("steps 0.1 1").at(10_000, 20);
    long[] due = due(new Schedule(profile, ArrivalProcess.POISSON, 3));

    double early = Arrays.stream(due).filter(t -> t < 10e9).count();
    assertThat(early).isCloseTo(10_000, within(500.0));
    assertThat(due.length - early).isCloseTo(100_000, within(1600.0));
  }

  @ParameterizedTest
  @EnumSource(ArrivalProcess.class)
  void theSharesOfAllWorkersTogetherAreTheScheduleOfOne(ArrivalProcess process) {
    SplittableRandom random = new SplittableRandom(17);
    for (int round = 0; round < 40; round++) {
      String shape = random.nextBoolean() ? "ramp 0.1 1" : "steps 0.2 1 0.4";
      RateProfile profile = LoadShape.parse(shape).at(1 + random.nextInt(900), 4);
      Schedule schedule = new Schedule(profile, process, random.nextLong());
      RequestMix.Dealer dealer = RequestMix.parse("a=6,b=3,c=1", schedule.seed()).dealer();
      List<String> alone = new ArrayList<>();
      note(schedule, Share.WHOLE, dealer, alone);
      int workers = 1 + random.nextInt(9);
      List<String> together = new ArrayList<>();
      for (int worker = 0; worker < workers; worker++) {
        Share share = new Share(worker, workers);
        int before = together.size();
        note(schedule, share, dealer, together);
        assertThat(together.size() - before).isEqualTo(share.of(alone.size()));
      }

      assertThat(together).containsExactlyInAnyOrderElementsOf(alone);
    }
  }

  /** Notes position, due time and kind of every arrival of a share. */
  private static void note(
      Schedule schedule, Share share, RequestMix.Dealer dealer, List<String> notes) {
    Schedule.Times times = schedule.times(share);
    for (long due = times.next(); due >= 0; due = times.next()) {
      notes.add(times.index() + " at " + due + " kind " + dealer.kindOf(times.index()));
    }
  }

  @Test
  void aShareOfNoWorkerIsRefused() {
    assertThatThrownBy(() -> new Share(2, 2)).hasMessageContaining("below workers (2), not 2");
    assertThatThrownBy(() -> new Share(-1, 2)).hasMessageContaining("not -1");
    assertThatThrownBy(() -> new Share(0, 0)).hasMessageContaining("workers is 1 to 1000");
  }

  @Test
  void anUnknownProcessIsRefusedWithThoseThatExist() {
    assertThat(ArrivalProcess.named("Poisson")).isEqualTo(ArrivalProcess.POISSON);
    assertThatThrownBy(() -> ArrivalProcess.named("pareto"))
        .hasMessageContaining("'pareto'")
        .hasMessageContaining("uniform, poisson");
  }

  private static Schedule uniform(String shape, double rate, double seconds) {
    return new Schedule(LoadShape.parse(shape).at(rate, seconds), ArrivalProcess.UNIFORM, 1);
  }

  private static Schedule poisson(long seed, double rate, double seconds) {
    RateProfile profile = LoadShape.parse("constant").at(rate, seconds);
    return new Schedule(profile, ArrivalProcess.POISSON, seed);
  }

  private static long[] due(Schedule schedule) {
    LongStream.Builder all = LongStream.builder();
    Schedule.Times times = schedule.times();
    for (long t = times.next(); t >= 0; t = times.next()) {
      all.add(t);
    }
    return all.build().toArray();
  }
}
