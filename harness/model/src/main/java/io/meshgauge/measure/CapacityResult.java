package io.meshgauge.measure;

import java.util.List;

/**
 * The highest rate of an arm within the objectives, how it was found, and latencies below it.
 *
 * @param closedLoop requests per second that a closed loop completed: no rate above can be kept
 * @param capacity the highest rate that was kept, in requests per second
 * @param steps the rates that were tried, in their order
 * @param windows latencies at shares of the capacity
 */
public record CapacityResult(
    double closedLoop, double capacity, List<Step> steps, List<AtShare> windows) {

  public CapacityResult {
    steps = List.copyOf(steps);
    windows = List.copyOf(windows);
  }

  /**
   * A rate that was tried.
   *
   * @param rate in requests per second
   * @param achieved answers over requests that were due, 0 to 1
   * @param p99 response time in seconds
   * @param broken why the rate was not kept; empty when it was
   */
  public record Step(double rate, double achieved, double p99, List<String> broken) {
    public Step {
      broken = List.copyOf(broken);
    }

    /** Whether the arm kept its objectives at that rate. */
    public boolean kept() {
      return broken.isEmpty();
    }
  }

  /**
   * Latencies at a share of the capacity.
   *
   * @param share of the capacity, 0 to 1
   * @param rate in requests per second
   * @param p50 response time in seconds
   * @param p99 response time in seconds
   * @param broken the rules that the window breaks, so that its times are not quoted
   */
  public record AtShare(double share, double rate, double p50, double p99, List<String> broken) {
    public AtShare {
      broken = List.copyOf(broken);
    }
  }
}
