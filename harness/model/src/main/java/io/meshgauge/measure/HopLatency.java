package io.meshgauge.measure;

/**
 * The latency of one hop over the window, from the growth of Micrometer's histogram buckets.
 *
 * @param client the calling service
 * @param server the called service
 * @param side where it was timed
 * @param count calls in the window
 * @param meanSeconds exact mean
 * @param p50Seconds upper bound of the bucket that holds the median
 * @param p99Seconds upper bound of the bucket that holds the 99th percentile
 */
public record HopLatency(
    String client,
    String server,
    Side side,
    long count,
    double meanSeconds,
    double p50Seconds,
    double p99Seconds) {

  /** Which end of the hop held the stopwatch. */
  public enum Side {
    CLIENT,
    SERVER
  }
}
