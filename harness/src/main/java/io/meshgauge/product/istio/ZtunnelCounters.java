package io.meshgauge.product.istio;

import io.meshgauge.measure.counter.CounterSource;
import io.meshgauge.measure.counter.TrafficCounter;
import io.meshgauge.topology.connection.TlsDetail;
import io.meshgauge.topology.plane.Listener.Side;
import io.meshgauge.topology.plane.ListenerCounters;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Names of a ztunnel's counters of the connections between two workloads, built from the labels on
 * its page.
 *
 * @param side the end of the tunnel that counts
 * @param from namespace and workload of the client, for example {@code shop/prices}
 * @param to namespace and workload of the server
 */
public record ZtunnelCounters(Side side, String from, String to) {
  private static final String SEPARATOR = "|";

  /** How a connection was secured. */
  public enum Security {
    /** In the tunnel: mutual TLS, and both names are those of the two workloads. */
    MUTUAL_TLS,
    /** In the tunnel, but with an unexpected name at one end. */
    OTHER_NAMES,
    /** Not secured. */
    PLAINTEXT
  }

  /** A counted quantity. */
  public enum What {
    /** Connections that were opened. */
    OPENED,
    /** Bytes from the client to the server. */
    UP,
    /** Bytes from the server to the client. */
    DOWN
  }

  /** The name of a counter. */
  public String of(Security security, What what) {
    return String.join(SEPARATOR, text(side), from, to, text(security), text(what));
  }

  /** Counters of a listener's tunnel; a tunnel retries nothing. */
  public ListenerCounters sources() {
    return ListenerCounters.of(
            Map.of(
                TrafficCounter.REQUESTS,
                one(Security.MUTUAL_TLS, What.OPENED),
                TrafficCounter.BYTES,
                one(Security.MUTUAL_TLS, What.UP),
                TrafficCounter.TUNNEL_BYTES_UP,
                one(Security.MUTUAL_TLS, What.UP),
                TrafficCounter.TUNNEL_BYTES_DOWN,
                one(Security.MUTUAL_TLS, What.DOWN),
                TrafficCounter.TUNNEL_PLAINTEXT,
                all(Security.PLAINTEXT),
                TrafficCounter.TUNNEL_OTHER_NAMES,
                all(Security.OTHER_NAMES)))
        .withTlsSessions(Map.of(TlsDetail.PEER, List.of(sessions())));
  }

  private CounterSource one(Security security, What what) {
    return CounterSource.onceUsed(of(security, what));
  }

  private CounterSource all(Security security) {
    return CounterSource.onceUsed(
        Stream.of(What.values()).map(what -> of(security, what)).toArray(String[]::new));
  }

  private String sessions() {
    return String.join(SEPARATOR, text(side), from, to, "session.versions.");
  }

  /** Replaces the TLS version, which a ztunnel does not report. */
  String session() {
    return sessions() + "mutual TLS by the count of both proxies";
  }

  private static String text(Enum<?> it) {
    return it.name().toLowerCase(Locale.ROOT);
  }
}
