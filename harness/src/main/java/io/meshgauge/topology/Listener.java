package io.meshgauge.topology;

/**
 * A proxy's listener on the path.
 *
 * @param proxy the proxy that listens
 * @param hop the hop it carries; for an inbound listener that serves several callers, one of them
 * @param side on which side of the hop it stands
 * @param address where it listens
 * @param counters what its counters are called in the proxy's statistics
 */
public record Listener(String proxy, Hop hop, Side side, Address address, Names counters) {

  /**
   * Names of counters. A proxy that does not count a thing has the empty name for it, which nothing
   * has.
   *
   * @param requests counts the requests it took; of plain TCP the connections
   * @param retries counts the requests it sent again; of plain TCP the connections it failed to
   *     open
   * @param bytes counts the bytes its clients sent
   * @param tls what the names begin with that count TLS versions and ciphers of the connections its
   *     cluster opened
   */
  public record Names(String requests, String retries, String bytes, String tls) {
    private static final String SENT = "upstream_rq_total";

    /** How the name ends of every counter of sampled requests. */
    public static final String TRACED = "tracing.random_sampling";

    /**
     * Envoy's names of a listener and a cluster, as they stand behind {@code http.} or {@code
     * tcp.}, and {@code cluster.}.
     */
    public static Names of(Protocol protocol, String listener, String cluster) {
      boolean tcp = protocol == Protocol.TCP;
      String prefix = (tcp ? "tcp." : "http.") + listener + ".";
      return new Names(
          prefix + (tcp ? "downstream_cx_total" : "downstream_rq_total"),
          "cluster." + cluster + (tcp ? ".upstream_cx_connect_fail" : ".upstream_rq_retry"),
          prefix + "downstream_cx_rx_bytes_total",
          "cluster." + cluster + ".ssl.");
    }

    /** The same where the listener serves other destinations too: requests as the cluster sent. */
    public Names byDestination() {
      return new Names(ofDestination(SENT), retries, "", tls);
    }

    /** Whether what counts its requests counts what was sent again as well. */
    public boolean countsRetries() {
      return requests.endsWith("." + SENT);
    }

    /** The listener's own name, as it stands in the name of its counter of requests. */
    public String name() {
      return requests.replaceFirst("^(http|tcp)\\.", "").replaceFirst("\\.[^.]*$", "");
    }

    /** The name of what its requests are sent to, without the mark that some names end in. */
    public String destination() {
      return retries.replaceFirst("^cluster\\.", "").replaceFirst(";?\\.[^.]*$", "");
    }

    /** Another counter of what its requests are sent to. */
    public String ofDestination(String counter) {
      return retries.replaceFirst("[^.]*$", counter);
    }

    /** Counts the requests that were answered 5xx. */
    public String failures() {
      return requests
          .replace("downstream_rq_total", "downstream_rq_5xx")
          .replaceFirst("\\.requests$", ".failures");
    }

    /** Counts the requests of which it made a span, sampled here or by who called. */
    public String traced() {
      return requests.replace("downstream_rq_total", TRACED);
    }

    /** Envoy's names of a listener for requests and of its cluster. */
    public static Names of(String listener, String cluster) {
      return of(Protocol.HTTP1, listener, cluster);
    }
  }

  /** On which side of the hop a listener stands. */
  public enum Side {
    /** Before the client. */
    OUTBOUND,
    /** Between the two, in a proxy that several services share. */
    BETWEEN,
    /** Before the server. */
    INBOUND
  }
}
