package io.meshgauge.run.trial;

import io.meshgauge.measure.CapacityResult.Step;
import io.meshgauge.run.session.RunException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;

/**
 * Searches the highest rate that an arm sustains: halves the rate until one is sustained, then
 * bisects between the sustained and the failed rate, to 5 %.
 *
 * <p>Assumes that all rates below a sustained rate are sustained. A disturbance at one step lowers
 * the result; replicates show it.
 */
final class CapacitySearch {
  /**
   * Distance between the failed and the sustained rate that ends the search, as a share of the
   * former.
   */
  static final double PRECISION = 0.05;

  private static final double MIN_RATE = 1;

  private final List<Step> steps = new ArrayList<>();
  private final DoubleFunction<Step> probe;

  private CapacitySearch(DoubleFunction<Step> probe) {
    this.probe = probe;
  }

  /**
   * Result of a search.
   *
   * @param capacity the highest sustained rate, requests per second
   * @param steps all rates tried
   */
  record Found(double capacity, List<Step> steps) {}

  /**
   * Searches below a limit.
   *
   * @param limit a rate that is not sustained; not tried
   * @param probe tries a rate
   * @throws RunException when not even {@value #MIN_RATE} request per second is sustained
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
      if (low < MIN_RATE) {
        throw new RunException(
            String.format(
                Locale.ROOT,
                "no rate within the objectives: not even %.1f req/s (%s); expected at least %.0f req/s. Look at the objectives (slos) and at the services' logs.",
                high,
                String.join("; ", steps.get(steps.size() - 1).broken()),
                MIN_RATE));
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
