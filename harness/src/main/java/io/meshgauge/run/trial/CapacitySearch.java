package io.meshgauge.run.trial;

import io.meshgauge.measure.CapacityResult.Step;
import io.meshgauge.run.session.RunException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;

/**
 * A search for the highest rate that is kept: downwards by halves until one is, then by bisection
 * between what was kept and what was not, to a twentieth.
 *
 * <p>Whether a rate is kept is taken to fall once, from yes to no; a disturbance at one step costs
 * the search some of its rate, and is what replicates are for.
 */
final class CapacitySearch {
  /** How near the rate that is not kept comes to the one that is, as a share of it. */
  static final double PRECISION = 0.05;

  private static final double LEAST = 1;

  private final List<Step> steps = new ArrayList<>();
  private final DoubleFunction<Step> probe;

  private CapacitySearch(DoubleFunction<Step> probe) {
    this.probe = probe;
  }

  /**
   * What was found.
   *
   * @param capacity the highest rate that was kept
   * @param steps all that were tried
   */
  record Found(double capacity, List<Step> steps) {}

  /**
   * Searches.
   *
   * @param limit a rate that is not kept and not tried
   * @param probe tries a rate
   * @throws RunException when not even one request per second is kept
   */
  static Found below(double limit, DoubleFunction<Step> probe) {
    return new CapacitySearch(probe).search(limit);
  }

  private Found search(double limit) {
    double high = limit;
    double low = limit / 2;
    while (!kept(low)) {
      high = low;
      low = low / 2;
      if (low < LEAST) {
        throw new RunException(
            String.format(
                Locale.ROOT,
                "no rate within the objectives: not even %.1f req/s (%s); expected at least %.0f req/s. Look at the objectives (slos) and at the services' logs.",
                high,
                String.join("; ", steps.get(steps.size() - 1).broken()),
                LEAST));
      }
    }
    while (high - low > PRECISION * high) {
      double middle = (low + high) / 2;
      if (kept(middle)) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return new Found(low, List.copyOf(steps));
  }

  private boolean kept(double rate) {
    Step step = probe.apply(rate);
    steps.add(step);
    return step.kept();
  }
}
