package io.meshgauge.score;

import io.meshgauge.score.Scorecard.Points;
import io.meshgauge.stats.Bootstrap;
import io.meshgauge.stats.Interval;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A variant that passed the gate: its points, as measured and in every resample.
 *
 * @param input its replicates
 * @param resampled medians of its runs
 * @param points one per criterion
 */
record Contender(ScoreInput input, Resampled resampled, List<Points> points) {

  static Contender of(ScoreInput input, Resampled resampled, List<Criterion> criteria) {
    List<Points> points =
        criteria.stream()
            .map(
                criterion -> {
                  double[] each = points(input, criterion);
                  return new Points(
                      criterion.metric(),
                      resampled.median(criterion.metric()),
                      Arrays.stream(each).average().orElse(0));
                })
            .toList();
    return new Contender(input, resampled, points);
  }

  private static double[] points(ScoreInput input, Criterion criterion) {
    return Arrays.stream(input.values(criterion.metric())).map(criterion::points).toArray();
  }

  /** Lowest and highest score of a run; empty if metrics were measured in different runs. */
  Optional<Interval> runs(List<Criterion> criteria, double[] weights) {
    double[] scores = new double[replicates()];
    for (int i = 0; i < weights.length; i++) {
      double[] each = points(input, criteria.get(i));
      if (each.length != scores.length) {
        return Optional.empty();
      }
      for (int run = 0; run < scores.length; run++) {
        scores[run] += weights[i] * each[run];
      }
    }
    Arrays.sort(scores);
    return Optional.of(
        new Interval(Math.min(1, scores[0]), Math.min(1, scores[scores.length - 1])));
  }

  String variant() {
    return input.variant();
  }

  /** Smallest number of replicates of any criterion. */
  int replicates() {
    return points.stream().mapToInt(one -> input.values(one.metric()).length).min().orElse(0);
  }

  /** The composite of the points under weights in the order of the criteria. */
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
    return resampled.means(criterion.metric(), criterion::points);
  }
}
