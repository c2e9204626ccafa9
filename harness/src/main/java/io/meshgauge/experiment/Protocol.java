package io.meshgauge.experiment;

import java.util.OptionalDouble;

/**
 * How every trial of an experiment is conducted, the same for all arms.
 *
 * @param replicates blocks; each redeploys every arm once, at least 1
 * @param rate mean requests per second, or empty: found by a capacity probe of the slowest arm
 * @param arrival {@code uniform} or {@code poisson}
 * @param warmupRequests requests sent and thrown away before each window
 * @param connections connections the load workers keep open, all together
 * @param loadWorkers processes or pods that send the load, each its share of one schedule
 * @param noiseFloor whether each block measures the baseline twice (A/A)
 */
public record Protocol(
    int replicates,
    OptionalDouble rate,
    String arrival,
    int warmupRequests,
    int connections,
    int loadWorkers,
    boolean noiseFloor) {

  /** This protocol with another warm-up. */
  public Protocol warmedBy(int requests) {
    return new Protocol(replicates, rate, arrival, requests, connections, loadWorkers, noiseFloor);
  }

  /** This protocol over another number of connections. */
  public Protocol over(int others) {
    return new Protocol(replicates, rate, arrival, warmupRequests, others, loadWorkers, noiseFloor);
  }

  /** This protocol at a rate that is now known. */
  public Protocol atRate(double requestsPerSecond) {
    return new Protocol(
        replicates,
        OptionalDouble.of(requestsPerSecond),
        arrival,
        warmupRequests,
        connections,
        loadWorkers,
        noiseFloor);
  }
}
