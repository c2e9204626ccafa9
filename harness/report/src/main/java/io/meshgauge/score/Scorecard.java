package io.meshgauge.score;

import io.meshgauge.measure.Metric;
import io.meshgauge.measure.Warning;
import io.meshgauge.stats.Interval;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The scores of all variants under one plan: S = Σ w·s per weight set, and E.
 *
 * <p>Points are those of each run, averaged; the metrics of one run stay together. A variant's rank
 * is 1 + the number of variants that beat it: the bootstrap interval of the difference of scores
 * excludes 0, and the difference is larger than the noise floor of the score.
 *
 * @param plan its name
 * @param rules targets, budgets and weights used
 * @param rows one per variant, in the order given
 * @param noiseFloors difference of the baseline's score from itself, by name of the weight set;
 *     empty without an A/A pair
 * @param warnings warnings about the whole card
 */
public record Scorecard(
    String plan,
    ScoringRules rules,
    List<Row> rows,
    Map<String, Double> noiseFloors,
    List<Warning> warnings) {
  public Scorecard {
    rows = List.copyOf(rows);
    noiseFloors = Map.copyOf(noiseFloors);
    warnings = List.copyOf(warnings);
  }

  /**
   * The scorecard of a contest.
   *
   * @param seed of bootstrap and sensitivity analysis
   */
  public static Scorecard of(ScoringRules rules, Contest contest, long seed) {
    return new Scoring(rules, contest, seed).card();
  }

  /**
   * One variant on the card.
   *
   * @param variant its name
   * @param unscoredBecause why it has no score; empty if it has one
   * @param points one per criterion, in the rules' order; none when unscored
   * @param composites one per weight set, in the rules' order; none when unscored
   * @param efficiency E; empty if unscored or not requested by the rules
   */
  public record Row(
      String variant,
      Optional<String> unscoredBecause,
      List<Points> points,
      List<Composite> composites,
      Optional<Efficiency> efficiency) {
    public Row {
      points = List.copyOf(points);
      composites = List.copyOf(composites);
      if (unscoredBecause.isPresent() == !composites.isEmpty()) {
        throw new IllegalArgumentException(
            "row %s has %d scores and the reason %s for none; expected one or the other"
                .formatted(variant, composites.size(), unscoredBecause));
      }
    }

    /** Whether the variant has a score. */
    public boolean scored() {
      return unscoredBecause.isEmpty();
    }
  }

  /**
   * Points of one criterion.
   *
   * @param metric the criterion's
   * @param value median of the replicates, in the metric's unit; for the share of errors, that of
   *     all requests together
   * @param points mean of the points of the runs, 0 to 1
   */
  public record Points(Metric metric, double value, double points) {}

  /**
   * The weighted sum of the points under one weight set.
   *
   * @param weightSet its name
   * @param score 0 to 1, mean over the runs
   * @param runs scores of the lowest and the highest run, a spread and not a confidence interval;
   *     empty if metrics were measured in different runs
   * @param rank 1 is best; shared by variants that cannot be distinguished
   * @param shared whether another variant has the same rank
   * @param stability how often it ranks first
   */
  public record Composite(
      String weightSet,
      double score,
      Optional<Interval> runs,
      int rank,
      boolean shared,
      Stability stability) {}
}
