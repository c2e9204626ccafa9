package io.meshgauge.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.meshgauge.stats.RoundsSimulation.Shape;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("rule-18")
class RoundsTest {
  private static final int SESSIONS = 4000;
  private static final Replicates BASELINE = arm(10, 10.2, 9.9, 10.1);
  private static final Replicates VARIANT = arm(11, 11.3, 10.8, 11.2);

  @Test
  void theSpreadWithinRoundsModeratesThatOfBlocks() {
    Difference alone =
        Difference.of(new Replicates(BASELINE.byBlock()), new Replicates(VARIANT.byBlock()));
    Difference both = Difference.of(BASELINE, VARIANT);

    assertThat(both.absolute()).isEqualTo(alone.absolute());
    assertThat(both.effect().degrees()).isEqualTo(6);
    // By hand: (4 · 1.25 · within + 2 · between) / 6.
    double within =
        variance(Math.log(11.3 / 10.2), Math.log(10.8 / 9.9), Math.log(11.2 / 10.1)) / 3;
    assertThat(both.effect().variance())
        .isCloseTo((5 * within + 2 * alone.effect().variance()) / 6, within(1e-12));
  }

  @Test
  void plainDifferencesAreModeratedAlike() {
    Difference alone =
        Difference.inUnits(
            List.of(new Replicates(BASELINE.byBlock())), new Replicates(VARIANT.byBlock()));
    Difference both = Difference.inUnits(List.of(BASELINE), VARIANT);

    assertThat(both.absolute()).isEqualTo(alone.absolute());
    double within = variance(11.3 - 10.2, 10.8 - 9.9, 11.2 - 10.1) / 3;
    assertThat(both.effect().variance())
        .isCloseTo((5 * within + 2 * alone.effect().variance()) / 6, within(1e-12));
  }

  @Test
  void blocksThatSpreadMoreThanTheirRoundsPredictStandAlone() {
    Replicates far = new Replicates(Replicates.of(11, 14, 12).byBlock(), VARIANT.byRound());
    Replicates base = new Replicates(Replicates.of(10, 10, 10).byBlock(), BASELINE.byRound());

    assertThat(Difference.of(base, far))
        .isEqualTo(Difference.of(Replicates.of(10, 10, 10), Replicates.of(11, 14, 12)));
  }

  @Test
  void withoutTheSameRoundsInAllArmsOnlyBlocksCount() {
    Replicates shorter = new Replicates(VARIANT.byBlock());
    Replicates zero =
        new Replicates(VARIANT.byBlock(), new TreeMap<>(Map.of(1, List.of(0.0, 1.0, 2.0))));

    assertThat(Difference.of(BASELINE, shorter).effect().degrees()).isEqualTo(2);
    assertThat(Difference.of(BASELINE, zero).effect().degrees()).isEqualTo(2);
  }

  /** {@code docs/benchmarks/coverage} has the table. */
  @ParameterizedTest
  @CsvSource({
    "NORMAL, 0, 3",
    "NORMAL, 1, 3",
    "NORMAL, 1, 6",
    "HEAVY, 0.5, 4",
    "AUTOCORRELATED, 0, 4"
  })
  void intervalsHoldTheTruthAndAreNarrower(Shape shape, double deployment, int blocks) {
    RoundsSimulation.Outcome outcome =
        RoundsSimulation.fixed(shape, deployment, blocks, 1, SESSIONS);

    assertThat(outcome.held()).isBetween(0.935, 0.99);
    assertThat(outcome.width()).isLessThan(blocks == 3 ? 0.85 : 1.03);
  }

  @Tag("long")
  @Test
  void intervalsHoldTheTruthAfterStopping() {
    assertThat(RoundsSimulation.stopped(Shape.NORMAL, 0.5, 1.05, SESSIONS)).isGreaterThan(0.93);
  }

  /** Three blocks, each with the same three rounds, a little higher from block to block. */
  private static Replicates arm(double level, double... rounds) {
    SortedMap<Integer, List<Double>> byRound = new TreeMap<>();
    SortedMap<Integer, Double> byBlock = new TreeMap<>();
    for (int block = 1; block <= 3; block++) {
      byRound.put(block, List.of(rounds[0], rounds[1], rounds[2]));
      byBlock.put(block, level * (1 + 0.001 * block));
    }
    return new Replicates(byBlock, byRound);
  }

  private static double variance(double... values) {
    return Moments.of(values).variance();
  }
}
