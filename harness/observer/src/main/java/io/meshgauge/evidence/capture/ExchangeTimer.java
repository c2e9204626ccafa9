package io.meshgauge.evidence.capture;

import io.meshgauge.topology.Address;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Times exchanges: on a connection that carries one request after another, what the client sends
 * until the server answers is a request, and what the server sends until the client sends again is
 * its answer. That needs no decryption.
 *
 * <p>Only exchanges that begin while the caller takes new ones are timed, and they are followed to
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

  /** So many connections are known at once; the one that was silent the longest is forgotten. */
  private static final int CONNECTIONS = 4_096;

  /** So many exchanges are kept one by one before they are added up. */
  private static final int KEPT = 1_000;

  private record Connection(Address client, Address server) {}

  private static final class Exchange {
    private final Address server;
    private final long start;
    private long sent;
    private long answered = -1;
    private long answeredElsewhere = -1;
    private boolean overlaps;

    Exchange(Address server, long start) {
      this.server = server;
      this.start = start;
      this.sent = start;
    }

    private void answer(long nanos, boolean first) {
      if (first) {
        answered = nanos;
      } else {
        answeredElsewhere = nanos;
      }
    }

    /**
     * When the last of the answer was seen: on the request's device, or on another one if the
     * answer has another address there; -1 before. A call to the address of a Kubernetes service
     * has the pod's address on a bridge, where its answer has the service's again.
     */
    private long answered() {
      return answered >= 0 ? answered : answeredElsewhere;
    }
  }

  /** A connection as its first device carries it. */
  private static final class Known {
    private final int device;
    private @Nullable Exchange open;

    Known(int device) {
      this.device = device;
    }
  }

  private final Map<Connection, Known> connections =
      new LinkedHashMap<>(64, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Connection, Known> eldest) {
          if (size() <= CONNECTIONS) {
            return false;
          }
          end(eldest.getValue());
          return true;
        }
      };

  private final List<Exchange> over = new ArrayList<>();
  private final Map<Address, Exchanges> found = new HashMap<>();

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
    Known known = connections.computeIfAbsent(connection, it -> new Known(captured.device()));
    // The same segment crosses several devices of a node: the first one is the client's.
    boolean first = known.device == captured.device();
    if (captured.nanos() <= 0) {
      return;
    }
    if (request && first) {
      request(server, known, segment, captured.nanos(), taking);
    } else if (!request && known.open != null) {
      known.open.answer(captured.nanos(), first);
    }
  }

  private void request(
      Address server, Known connection, Segment segment, long nanos, boolean taking) {
    Exchange known = connection.open;
    if (known != null && known.answered() < 0) {
      known.overlaps |= nanos - known.sent > ONE_REQUEST_NANOS;
      known.sent = nanos;
      return;
    }
    end(connection);
    if (taking && segment.payload()[0] != TLS_HANDSHAKE) {
      connection.open = new Exchange(server, nanos);
    }
  }

  private void end(Known connection) {
    if (connection.open != null) {
      over.add(connection.open);
      connection.open = null;
    }
    if (over.size() >= KEPT) {
      addUp();
    }
  }

  private void addUp() {
    over.forEach(it -> found.merge(it.server, timed(it), Exchanges::plus));
    over.clear();
  }

  private Stream<Exchange> open() {
    return connections.values().stream().map(it -> it.open).filter(Objects::nonNull);
  }

  /** Whether every exchange is answered, and nothing more of the answers is to be expected. */
  boolean settled(long nanos) {
    return open().allMatch(it -> it.answered() >= 0 && nanos - it.answered() > QUIET_NANOS);
  }

  /** Whether every exchange has an answer. */
  boolean answered() {
    return open().allMatch(it -> it.answered() >= 0);
  }

  /** The exchanges that were timed, by server. */
  Map<Address, Exchanges> finish() {
    connections.values().forEach(this::end);
    connections.clear();
    addUp();
    return Map.copyOf(found);
  }

  private static Exchanges timed(Exchange exchange) {
    if (exchange.answered() < 0) {
      return Exchanges.ONE_UNANSWERED;
    }
    if (exchange.overlaps) {
      return Exchanges.ONE_OVERLAPPING;
    }
    return Exchanges.lasting((exchange.answered() - exchange.start) / 1_000);
  }
}
