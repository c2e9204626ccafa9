package io.meshgauge.evidence.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.Evidence.Verdict;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.apache.commons.statistics.distribution.DiscreteDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What counts say about a share of requests that proxies draw at random. */
class DeclaredShareTest {
  @ParameterizedTest
  @CsvSource({
    "10, 60, 600, PROVEN",
    "10, 93, 600, DISPROVEN",
    "10, 120, 600, DISPROVEN",
    "10, 30, 600, DISPROVEN",
    "10, 0, 50, MISSING",
    "10, 5, 50, MISSING",
    "10, 0, 0, MISSING",
    "1, 0, 100, MISSING",
    "1, 50, 5000, PROVEN",
    "1, 100, 5000, DISPROVEN",
    "50, 300, 600, PROVEN",
    "50, 600, 600, DISPROVEN",
    "100, 600, 600, PROVEN",
    "100, 599, 600, DISPROVEN",
    "100, 2, 2, MISSING",
    "80, 480, 600, PROVEN",
    "80, 240, 600, DISPROVEN",
  })
  void countsDecide(int percent, long hits, long trials, Verdict verdict) {
    assertThat(new DeclaredShare(percent).verdict(hits, trials)).isEqualTo(verdict);
  }

  @Test
  void halfOfTheShareCannotBeExcludedByTwoRequests() {
    assertThat(new DeclaredShare(100).observed(2, 2))
        .isEqualTo(
            "2 of 2: 100.0 %, exact 99.9 % interval 2.2 to 100.0 %: too few requests to exclude half of"
                + " the share; send about 50 or more");
    assertThat(new DeclaredShare(10).observed(0, 0)).isEqualTo("none counted");
  }

  @Test
  void aTrueShareIsRarelyDisprovenAndTwiceTheShareNearlyAlwaysIs() {
    assertThat(disproven(0.1)).isLessThan(10);
    assertThat(disproven(0.2)).isGreaterThan(980);
  }

  /** How many of a thousand windows of 500 requests disprove a share of 10 %. */
  private static long disproven(double actual) {
    DiscreteDistribution.Sampler sampler =
        BinomialDistribution.of(500, actual)
            .createSampler(RandomSource.XO_RO_SHI_RO_128_PP.create(7));
    DeclaredShare share = new DeclaredShare(10);
    long disproven = 0;
    for (int window = 0; window < 1_000; window++) {
      if (share.verdict(sampler.sample(), 500) == Verdict.DISPROVEN) {
        disproven++;
      }
    }
    return disproven;
  }
}
