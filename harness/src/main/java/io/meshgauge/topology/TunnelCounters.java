package io.meshgauge.topology;

import io.meshgauge.topology.Listener.Side;
import java.util.Locale;

/**
 * What the counters are called of a proxy that carries the connections of two workloads in a
 * tunnel, and sees no requests.
 *
 * <p>A product names by labels what is a word here: whoever reads its page gives these names, and
 * whoever judges asks for them.
 *
 * @param side at which end of the tunnel it counts
 * @param from namespace and workload of the client, for example {@code shop/order}
 * @param to the same of the server
 */
public record TunnelCounters(Side side, String from, String to) {
  private static final String GAP = "|";

  /** In what a connection went. */
  public enum Security {
    /** In the tunnel: mutual TLS, and both names are those of the two workloads. */
    MUTUAL_TLS,
    /** In the tunnel, where one of the names was another. */
    OTHER_NAMES,
    /** In nothing: anybody on the way could read it. */
    PLAINTEXT
  }

  /** What is counted. */
  public enum What {
    /** Connections that were opened. */
    OPENED,
    /** Bytes that went from the client to the server. */
    UP,
    /** Bytes that went from the server to the client. */
    DOWN
  }

  /** The name of a counter. */
  public String of(Security security, What what) {
    return String.join(GAP, word(side), from, to, word(security), word(what));
  }

  /**
   * The name of a counter that stands beside another.
   *
   * @param name what {@link #of} gave
   */
  public static String beside(String name, Security security, What what) {
    int end = name.lastIndexOf(GAP, name.lastIndexOf(GAP) - 1);
    return end < 0 ? "" : String.join(GAP, name.substring(0, end), word(security), word(what));
  }

  /** The names for a listener; a tunnel sends nothing again. */
  public Listener.Names names() {
    return new Listener.Names(
        of(Security.MUTUAL_TLS, What.OPENED),
        "",
        of(Security.MUTUAL_TLS, What.UP),
        String.join(GAP, word(side), from, to, "session."));
  }

  /** Stands in the place of a TLS version, of which such a proxy does not tell. */
  public String session() {
    return names().tls() + "versions.mutual TLS by the count of both proxies";
  }

  /**
   * Counts the requests for a service that a proxy took which stands on the way and knows of them.
   *
   * @param to namespace and name of the service
   */
  public static String taken(String to) {
    return "taken" + GAP + to;
  }

  private static String word(Enum<?> it) {
    return it.name().toLowerCase(Locale.ROOT);
  }
}
