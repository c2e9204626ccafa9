package io.meshgauge.score;

import io.meshgauge.measure.Metric;
import io.meshgauge.measure.Warning;
import io.meshgauge.stats.Interval;
import java.util.List;
import java.util.Optional;

/**
 * The scores of all variants under one plan: S = Σ w·s per weight set, and E.
 *
 * <p>Points are those of each run, averaged; the metrics of one run stay together. Criteria in
 * which all variants have the same points are left out, and the remaining weights divided by their
 * sum. Variants are ranked among those with equal promises; the baseline has a score, but no rank.
 *
 * @param plan its name
 * @param rules targets, budgets and weights used
 * @param rows one per variant, in the order given
 * @param weights of every weight set and criterion
 * @param warnings warnings about the whole card
 */
public record Scorecard(
    String plan, ScoringRules rules, List<Row> rows, List<Weight> weights, List<Warning> warnings) {
  public Scorecard {
    rows = List.copyOf(rows);
    weights = List.copyOf(weights);
    warnings = List.copyOf(warnings);
  }

  /**
   * The scorecard of a contest.
   *
   * @param seed of the sensitivity analysis
   */
  public static Scorecard of(ScoringRules rules, Contest contest, long seed) {
    return new Scoring(rules, contest, seed).card();
  }

  /**
   * One variant on the card.
   *
   * @param variant its name
   * @param promises what it guarantees: the group within which it is ranked
   * @param unscoredBecause why it has no score; empty if it has one
   * @param points one per criterion, in the rules' order; none when unscored
   * @param composites one per weight set, in the rules' order; none when unscored
   * @param efficiency E; empty if unscored or not requested by the rules
   */
  public record Row(
      String variant,
      String promises,
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
   * @param placement among the variants with equal promises; empty for the baseline, for a variant
   *     without company and with fewer than three blocks
   */
  public record Composite(
      String weightSet, double score, Optional<Interval> runs, Optional<Placement> placement) {}

  /**
   * The place of a variant among those with equal promises.
   *
   * @param rank 1 is best; shared by variants that cannot be distinguished
   * @param shared whether another variant has the same rank
   * @param probabilities of rank 1, 2 and so on, given the spread of the blocks; they sum to 1
   * @param stability how often it ranks first under other weights and limits
   */
  public record Placement(
      int rank, boolean shared, List<Double> probabilities, Stability stability) {
    public Placement {
      probabilities = List.copyOf(probabilities);
    }
  }

  /**
   * The weight of one criterion.
   *
   * @param weightSet its name
   * @param metric the criterion's
   * @param declared by the rules
   * @param used 0 for a criterion that was left out; those of a set sum to 1
   * @param effective share of the score's loss, averaged over the variants, when all metrics worsen
   *     by a tenth
   */
  public record Weight(
      String weightSet, Metric metric, double declared, double used, double effective) {}
}
