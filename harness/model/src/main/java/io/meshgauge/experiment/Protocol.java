package io.meshgauge.experiment;

import java.util.OptionalDouble;

/**
 * How every trial of an experiment is run, equal for all arms.
 *
 * @param replicates blocks, each of which redeploys every arm once; at least 1
 * @param rate mean requests per second, or empty: found by a capacity probe of the slowest arm
 * @param arrival {@code uniform} or {@code poisson}
 * @param warmupRequests discarded requests before each window
 * @param connections connections that the load workers keep open, in total
 * @param loadWorkers processes or pods that send the load, each a share of one schedule
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

  /** The same protocol with another warm-up. */
  public Protocol warmedBy(int requests) {
    return new Protocol(replicates, rate, arrival, requests, connections, loadWorkers, noiseFloor);
  }

  /** The same protocol with another number of connections. */
  public Protocol over(int others) {
    return new Protocol(replicates, rate, arrival, warmupRequests, others, loadWorkers, noiseFloor);
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
        noiseFloor);
  }
}
