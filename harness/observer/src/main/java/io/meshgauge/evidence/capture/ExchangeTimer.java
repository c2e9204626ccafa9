package io.meshgauge.evidence.capture;

import io.meshgauge.topology.Address;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Times the exchanges of a burst: on a connection that carries one request after another, what the
 * client sends until the server answers is a request, and what the server sends until the client
 * sends again is its answer. That needs no decryption.
 *
 * <p>Only exchanges that begin while the burst takes new ones are timed, and they are followed to
 * their end. Timing all that fit into a burst would prefer short ones.
 */
final class ExchangeTimer {
  /**
   * A client that goes on sending after this time without an answer has most likely sent another
   * request, as HTTP/2 does.
   */
  private static final long ONE_REQUEST_NANOS = 500_000;

  /** An answer is complete if nothing follows for this time. */
  private static final long QUIET_NANOS = 5_000_000;

  private static final byte TLS_HANDSHAKE = 0x16;

  private record Connection(Address client, Address server) {}

  private static final class Exchange {
    private final Address server;
    private final long start;
    private long sent;
    private long answered = -1;
    private boolean overlaps;

    Exchange(Address server, long start) {
      this.server = server;
      this.start = start;
      this.sent = start;
    }
  }

  private final Map<Connection, Integer> devices = new HashMap<>();
  private final Map<Connection, Exchange> open = new HashMap<>();
  private final List<Exchange> over = new ArrayList<>();

  /**
   * Takes a segment to or from a server.
   *
   * @param server which of the segment's addresses the server is
   * @param taking whether a request that begins with it is to be timed
   */
  void accept(CapturedSegment captured, Address server, boolean taking) {
    Segment segment = captured.segment();
    boolean request = segment.destination().equals(server);
    Connection connection =
        new Connection(request ? segment.source() : segment.destination(), server);
    int device = devices.computeIfAbsent(connection, it -> captured.device());
    // The same segment crosses several devices of a node: the first one is the client's.
    if (captured.nanos() <= 0 || device != captured.device()) {
      return;
    }
    if (request) {
      request(connection, segment, captured.nanos(), taking);
      return;
    }
    Exchange exchange = open.get(connection);
    if (exchange != null) {
      exchange.answered = captured.nanos();
    }
  }

  private void request(Connection connection, Segment segment, long nanos, boolean taking) {
    Exchange known = open.get(connection);
    if (known != null && known.answered < 0) {
      known.overlaps |= nanos - known.sent > ONE_REQUEST_NANOS;
      known.sent = nanos;
      return;
    }
    if (known != null) {
      over.add(Objects.requireNonNull(open.remove(connection)));
    }
    if (taking && segment.payload()[0] != TLS_HANDSHAKE) {
      open.put(connection, new Exchange(connection.server(), nanos));
    }
  }

  /** Whether every exchange is answered, and nothing more of the answers is to be expected. */
  boolean settled(long nanos) {
    return open.values().stream()
        .allMatch(it -> it.answered >= 0 && nanos - it.answered > QUIET_NANOS);
  }

  /** Whether every exchange has an answer. */
  boolean answered() {
    return open.values().stream().allMatch(it -> it.answered >= 0);
  }

  /** The exchanges that were timed, by server. */
  Map<Address, Exchanges> finish() {
    over.addAll(open.values());
    open.clear();
    Map<Address, Exchanges> found = new HashMap<>();
    over.forEach(it -> found.merge(it.server, timed(it), Exchanges::plus));
    return found;
  }

  private static Exchanges timed(Exchange exchange) {
    if (exchange.answered < 0) {
      return Exchanges.ONE_UNANSWERED;
    }
    if (exchange.overlaps) {
      return Exchanges.ONE_OVERLAPPING;
    }
    return Exchanges.lasting((exchange.answered - exchange.start) / 1_000);
  }
}
