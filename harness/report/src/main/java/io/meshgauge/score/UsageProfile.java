package io.meshgauge.score;

import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.measure.Metric;
import java.util.List;

/**
 * What matters to a kind of use: an opinion, from which advice follows together with measurements.
 *
 * @param name for tables and options, for example {@code edge}
 * @param about one sentence about the use
 * @param demands promises, and of what kind of arm
 * @param limits that an arm must keep, in addition to the objectives of the session
 * @param criteria how values become points, at least one
 * @param weights over metrics that are criteria
 * @param margin lead in the score, 0 to 1, below which two arms are alike to this use
 */
public record UsageProfile(
    String name,
    String about,
    Demands demands,
    List<Limit> limits,
    List<Criterion> criteria,
    WeightSet weights,
    double margin) {
  public UsageProfile {
    limits = List.copyOf(limits);
    criteria = List.copyOf(criteria);
  }

  /** Promises that an arm must have proven in every run. */
  public List<Promise> requires() {
    return demands.promises();
  }

  /**
   * What an arm must have, whatever it costs.
   *
   * @param promises that must be proven in every run; none if the use can do without a mesh
   * @param atEntry whether they are required only where the load enters, instead of on every hop
   * @param realOnly whether models of a mesh are left out
   */
  public record Demands(List<Promise> promises, boolean atEntry, boolean realOnly) {
    public Demands {
      promises = List.copyOf(promises);
    }

    /** Promises on every hop, of products and models. */
    public static Demands everywhere(Promise... promises) {
      return new Demands(List.of(promises), false, false);
    }
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
