package io.meshgauge.measure;

/**
 * The latency of one hop over the window: at its ends by the growth of Micrometer's histogram
 * buckets, between them by the times of captured packets.
 *
 * @param client the calling service
 * @param server the called service
 * @param side where it was timed
 * @param count calls in the window; on the wire: those that were timed
 * @param meanSeconds exact mean
 * @param p50Seconds upper bound of the bucket that holds the median; on the wire the median
 * @param p99Seconds the same for the 99th percentile
 */
public record HopLatency(
    String client,
    String server,
    Side side,
    long count,
    double meanSeconds,
    double p50Seconds,
    double p99Seconds) {

  /** The hop: {@code CLIENT → SERVER}. */
  public String hop() {
    return client + " → " + server;
  }

  /** Where the hop was timed. */
  public enum Side {
    CLIENT,
    /** Where its bytes leave the client's node, if that is another one than the server's. */
    CLIENT_NODE,
    /** Where its bytes cross from the client's side to the server's, in front of its proxy. */
    WIRE,
    SERVER
  }
}
