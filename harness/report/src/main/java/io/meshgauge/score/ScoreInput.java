package io.meshgauge.score;

import io.meshgauge.measure.Metric;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * The valid replicates of one variant under one plan, and whether they may be scored at all.
 *
 * @param variant its name
 * @param replicates values by metric, in the order of the runs, so that equal positions are the
 *     same run if the lengths agree
 * @param unscoredBecause why there is no score (void, unverified, objective broken, failed, too few
 *     valid runs); empty if it may be scored
 */
public record ScoreInput(
    String variant, Map<Metric, double[]> replicates, Optional<String> unscoredBecause) {
  public ScoreInput {
    Map<Metric, double[]> copy = new EnumMap<>(Metric.class);
    replicates.forEach((metric, values) -> copy.put(metric, values.clone()));
    replicates = Collections.unmodifiableMap(copy);
  }

  /** Replicates of one metric; none if it was not measured. */
  public double[] values(Metric metric) {
    return replicates.getOrDefault(metric, new double[0]).clone();
  }
}
