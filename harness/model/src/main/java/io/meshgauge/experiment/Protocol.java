package io.meshgauge.experiment;

import java.time.Duration;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * How every trial of an experiment is run, equal for all arms.
 *
 * @param replicates blocks, each of which redeploys every arm once; at least 1
 * @param rate mean requests per second, or empty: found by a capacity probe of the slowest arm
 * @param arrival {@code uniform} or {@code poisson}
 * @param warmupRequests discarded requests before each window
 * @param connections connections that the load workers keep open, in total
 * @param loadWorkers processes or pods that send the load, each a share of one schedule
 * @param windows of each run, above 1: the arms of a block are deployed at once and measured in
 *     turns (decision 50); empty: each arm is deployed on its own and measured in one window
 * @param noiseFloor whether each block measures the baseline twice (A/A)
 */
public record Protocol(
    int replicates,
    OptionalDouble rate,
    String arrival,
    int warmupRequests,
    int connections,
    int loadWorkers,
    OptionalInt windows,
    boolean noiseFloor) {
  /** Shorter windows have too few requests to find a pause of the load worker. */
  public static final Duration MIN_WINDOW = Duration.ofSeconds(2);

  /** A protocol of single windows. */
  public Protocol(
      int replicates,
      OptionalDouble rate,
      String arrival,
      int warmupRequests,
      int connections,
      int loadWorkers,
      boolean noiseFloor) {
    this(
        replicates,
        rate,
        arrival,
        warmupRequests,
        connections,
        loadWorkers,
        OptionalInt.empty(),
        noiseFloor);
  }

  /** Windows of a run under a plan; 1 unless its rate is the same all the time. */
  public int windowsOf(Plan plan) {
    return plan.isSteady() ? windows.orElse(1) : 1;
  }

  /** Length of such a window. */
  public Duration windowOf(Plan plan) {
    return plan.duration().dividedBy(windowsOf(plan));
  }

  /** The same protocol with another number of windows. */
  public Protocol inWindows(int others) {
    return new Protocol(
        replicates,
        rate,
        arrival,
        warmupRequests,
        connections,
        loadWorkers,
        others > 1 ? OptionalInt.of(others) : OptionalInt.empty(),
        noiseFloor);
  }

  /** The same protocol with another warm-up. */
  public Protocol warmedBy(int requests) {
    return new Protocol(
        replicates, rate, arrival, requests, connections, loadWorkers, windows, noiseFloor);
  }

  /** The same protocol with another number of connections. */
  public Protocol over(int others) {
    return new Protocol(
        replicates, rate, arrival, warmupRequests, others, loadWorkers, windows, noiseFloor);
  }

  /** The same protocol at a known rate. */
  public Protocol atRate(double requestsPerSecond) {
    return new Protocol(
        replicates,
        OptionalDouble.of(requestsPerSecond),
        arrival,
        warmupRequests,
        connections,
        loadWorkers,
        windows,
        noiseFloor);
  }
}
