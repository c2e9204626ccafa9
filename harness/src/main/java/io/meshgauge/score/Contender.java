package io.meshgauge.score;

import io.meshgauge.measure.Warning;
import io.meshgauge.score.Scorecard.Points;
import io.meshgauge.stats.Bootstrap;
import io.meshgauge.stats.Summary;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * A variant that passed the gate: its points, as measured and in every resample.
 *
 * @param input what it was made of
 * @param resampled medians of its runs
 * @param points one per criterion
 */
record Contender(ScoreInput input, Resampled resampled, List<Points> points) {

  static Contender of(ScoreInput input, Resampled resampled, List<Criterion> criteria) {
    List<Points> points =
        criteria.stream()
            .map(
                criterion -> {
                  double median = resampled.median(criterion.metric());
                  return new Points(
                      criterion.metric(),
                      median,
                      criterion.points(median),
                      Bootstrap.interval(pointDraws(criterion, resampled)));
                })
            .toList();
    return new Contender(input, resampled, points);
  }

  String variant() {
    return input.variant();
  }

  /** How many replicates the criterion with the fewest has. */
  int replicates() {
    return points.stream().mapToInt(one -> input.values(one.metric()).length).min().orElse(0);
  }

  /** Reservations about few replicates, once for the row instead of once per criterion. */
  List<Warning> warnings() {
    return points.stream()
        .map(one -> input.values(one.metric()))
        .min(Comparator.comparingInt(values -> values.length))
        .map(values -> Summary.of(values, 0).warnings(variant()))
        .orElse(List.of());
  }

  /** The composite of the medians under weights in the order of the criteria. */
  double score(double[] weights) {
    double score = 0;
    for (int i = 0; i < weights.length; i++) {
      score += weights[i] * points.get(i).points();
    }
    return Math.min(1, score);
  }

  /** The composite in every resample, in drawing order. */
  double[] scoreDraws(List<Criterion> criteria, double[] weights) {
    double[] scores = new double[Bootstrap.RESAMPLES];
    for (int i = 0; i < weights.length; i++) {
      double[] draws = pointDraws(criteria.get(i), resampled);
      for (int draw = 0; draw < scores.length; draw++) {
        scores[draw] = Math.min(1, scores[draw] + weights[i] * draws[draw]);
      }
    }
    return scores;
  }

  private static double[] pointDraws(Criterion criterion, Resampled resampled) {
    return Arrays.stream(resampled.draws(criterion.metric())).map(criterion::points).toArray();
  }
}
