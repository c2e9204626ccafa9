package io.meshgauge.topology;

/**
 * A proxy's listener on the path.
 *
 * @param proxy the proxy that listens
 * @param hop the hop it carries; for an inbound listener that serves several callers, one of them
 * @param side whether it stands before the client (outbound) or before the server (inbound)
 * @param address where it listens
 * @param counters what its counters are called in the proxy's statistics
 */
public record Listener(String proxy, Hop hop, Side side, Address address, Names counters) {

  /**
   * Names of counters of Envoy.
   *
   * @param requests counts the requests it took
   * @param retries counts the requests it sent again
   * @param tls what the names begin with that count TLS versions and ciphers of the connections its
   *     cluster opened
   */
  public record Names(String requests, String retries, String tls) {

    /**
     * The names of a listener and a cluster, as they stand behind {@code http.} and {@code
     * cluster.}.
     */
    public static Names of(String listener, String cluster) {
      return new Names(
          "http." + listener + ".downstream_rq_total",
          "cluster." + cluster + ".upstream_rq_retry",
          "cluster." + cluster + ".ssl.");
    }
  }

  /** On which side of the hop a listener stands. */
  public enum Side {
    OUTBOUND,
    INBOUND
  }
}
