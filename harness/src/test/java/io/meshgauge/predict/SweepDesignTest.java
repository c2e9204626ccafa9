package io.meshgauge.predict;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.stats.Interval;
import io.meshgauge.stats.RelativeFit;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SweepDesignTest {
  private static final SortedMap<Factor, Interval> RANGES =
      new TreeMap<>(
          Map.of(
              Factor.RATE, new Interval(80, 240),
              Factor.PAYLOAD, new Interval(0, 16_384),
              Factor.CONNECTIONS, new Interval(8, 64)));

  private static SweepDesign design(long seed) {
    return new SweepDesign(Physics.at(1, 512), RANGES, seed);
  }

  @Test
  void pointsToFitTellAllTermsApart() {
    SweepDesign design = design(1);

    List<Conditions> points = design.fitted();

    assertThat(points).hasSize(design.terms() + 2);
    double[][] terms =
        points.stream()
            .map(
                it ->
                    new double[] {
                      1,
                      it.rate() / 240,
                      it.rate() * it.rate() / 57_600,
                      it.rate() * it.payload() / 240 / 16_384,
                      it.connections() / 64
                    })
            .toArray(double[][]::new);
    assertThat(RelativeFit.areDistinct(terms)).isTrue();
    Conditions middle = Physics.at(160, 8192).with(Factor.CONNECTIONS, 36);
    assertThat(points).filteredOn(middle::equals).hasSizeGreaterThanOrEqualTo(2);
    assertThat(points).extracting(Conditions::rate).contains(80.0, 160.0, 240.0);
    for (Factor factor : RANGES.keySet()) {
      assertThat(points)
          .extracting(factor::of)
          .contains(RANGES.get(factor).low(), RANGES.get(factor).high());
    }
  }

  @Test
  void pointsToHoldOutLieBetweenTheEnds() {
    List<Conditions> points = design(2).heldOut(50);

    assertThat(points).doesNotHaveDuplicates();
    assertThat(points)
        .allSatisfy(
            point ->
                RANGES.forEach(
                    (factor, range) -> assertThat(range.contains(factor.of(point))).isTrue()));
  }

  @Test
  void seedDeterminesThePoints() {
    assertThat(design(3).fitted()).isEqualTo(design(3).fitted());
    assertThat(design(3).heldOut(5)).isEqualTo(design(3).heldOut(5));
    assertThat(design(3).heldOut(5)).isNotEqualTo(design(4).heldOut(5));
  }

  @Test
  void sharesOfTracesAreThoseOfTelemetrySettings() {
    SortedMap<Factor, Interval> traced = new TreeMap<>(RANGES);
    traced.put(Factor.SAMPLING, new Interval(0, 0.1));

    SweepDesign design = new SweepDesign(Physics.at(1, 512), traced, 5);

    assertThat(design.fitted()).extracting(Conditions::sampling).contains(0.0, 0.1);
    assertThat(design.heldOut(40)).extracting(Conditions::sampling).containsOnly(0.0, 0.01, 0.1);
  }
}
