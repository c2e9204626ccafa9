package io.meshgauge.score;

import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.measure.Metric;
import java.util.List;

/**
 * What matters to a kind of use: an opinion, from which advice follows together with measurements.
 *
 * @param name for tables and options, for example {@code edge}
 * @param about one sentence about the use
 * @param requires promises that an arm must have proven on every hop in every run; none if the use
 *     can do without a mesh
 * @param limits that an arm must keep, in addition to the objectives of the session
 * @param criteria how values become points, at least one
 * @param weights over metrics that are criteria
 * @param margin lead in the score, 0 to 1, below which two arms are alike to this use
 */
public record UsageProfile(
    String name,
    String about,
    List<Promise> requires,
    List<Limit> limits,
    List<Criterion> criteria,
    WeightSet weights,
    double margin) {
  public UsageProfile {
    requires = List.copyOf(requires);
    limits = List.copyOf(limits);
    criteria = List.copyOf(criteria);
  }

  /**
   * A hard limit.
   *
   * @param metric it bounds
   * @param of what of the metric it bounds
   * @param bound in the metric's unit, or a share of the baseline; an upper limit, or for the value
   *     of a metric of which more is better a lower one
   */
  public record Limit(Metric metric, Of of, double bound) {}

  /** What a limit bounds. */
  public enum Of {
    /** The measured value. */
    VALUE,
    /** The difference from the baseline. */
    ADDED,
    /** The difference from the baseline over the baseline. */
    ADDED_SHARE
  }

  /** The metrics with a weight, in their order. */
  public List<Metric> weighed() {
    return criteria.stream().map(Criterion::metric).filter(it -> weights.weight(it) > 0).toList();
  }
}
