package io.meshgauge.score;

import io.meshgauge.measure.Metric;
import io.meshgauge.stats.Replicates;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * The valid replicates of one variant under one plan, and whether they may be scored at all.
 *
 * @param variant its name
 * @param promises what it guarantees, as text; only variants of equal promises are ranked together
 * @param replicates by metric
 * @param unscoredBecause why there is no score (void, unverified, objective broken, failed, too few
 *     valid runs); empty if it may be scored
 */
public record ScoreInput(
    String variant,
    String promises,
    Map<Metric, Replicates> replicates,
    Optional<String> unscoredBecause) {
  public ScoreInput {
    Map<Metric, Replicates> copy = new EnumMap<>(Metric.class);
    copy.putAll(replicates);
    replicates = Collections.unmodifiableMap(copy);
  }

  /** Replicates of one metric; empty if it was not measured. */
  public Optional<Replicates> of(Metric metric) {
    return Optional.ofNullable(replicates.get(metric));
  }

  /** The values of one metric in the order of the blocks; none if it was not measured. */
  public double[] values(Metric metric) {
    return of(metric).map(Replicates::values).orElse(new double[0]);
  }
}
