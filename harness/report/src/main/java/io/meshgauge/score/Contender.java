package io.meshgauge.score;

import io.meshgauge.measure.Metric;
import io.meshgauge.score.Scorecard.Points;
import io.meshgauge.stats.Interval;
import io.meshgauge.stats.OrderStatistics;
import io.meshgauge.stats.Replicates;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A variant that passed the gate, under some criteria.
 *
 * @param input its replicates
 * @param criteria in the order of all weights
 */
record Contender(ScoreInput input, List<Criterion> criteria) {

  String variant() {
    return input.variant();
  }

  /** One per criterion. */
  List<Points> points() {
    return criteria.stream()
        .map(
            criterion ->
                new Points(criterion.metric(), median(criterion.metric()), points(criterion)))
        .toList();
  }

  double median(Metric metric) {
    return OrderStatistics.median(input.values(metric));
  }

  /** The mean of the points of the runs, 0 to 1. */
  double points(Criterion criterion) {
    return Arrays.stream(input.values(criterion.metric()))
        .map(criterion::points)
        .average()
        .orElse(0);
  }

  /** The composite of the points under weights in the order of the criteria. */
  double score(double[] weights) {
    double score = 0;
    for (int i = 0; i < weights.length; i++) {
      score += weights[i] * points(criteria.get(i));
    }
    return Math.min(1, score);
  }

  /** The composite of every block in which all criteria were measured. */
  Optional<Replicates> scores(double[] weights) {
    SortedSet<Integer> blocks = new TreeSet<>();
    for (int i = 0; i < weights.length; i++) {
      Set<Integer> own = replicates(criteria.get(i)).keySet();
      if (i == 0) {
        blocks.addAll(own);
      } else {
        blocks.retainAll(own);
      }
    }
    SortedMap<Integer, Double> scores = new TreeMap<>();
    for (int block : blocks) {
      double score = 0;
      for (int i = 0; i < weights.length; i++) {
        Criterion criterion = criteria.get(i);
        score += weights[i] * criterion.points(replicates(criterion).getOrDefault(block, 0.0));
      }
      scores.put(block, Math.min(1, score));
    }
    return scores.isEmpty() ? Optional.empty() : Optional.of(new Replicates(scores));
  }

  /** Lowest and highest score of a run; empty if metrics were measured in different runs. */
  Optional<Interval> runs(double[] weights) {
    int most = criteria.stream().mapToInt(it -> input.values(it.metric()).length).max().orElse(0);
    return scores(weights)
        .map(Replicates::values)
        .filter(scores -> scores.length == most)
        .map(
            scores ->
                new Interval(
                    Arrays.stream(scores).min().orElseThrow(),
                    Arrays.stream(scores).max().orElseThrow()));
  }

  private SortedMap<Integer, Double> replicates(Criterion criterion) {
    return input.of(criterion.metric()).map(Replicates::byBlock).orElseGet(TreeMap::new);
  }
}
