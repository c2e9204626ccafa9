package io.meshgauge.evidence.capture;

import io.meshgauge.evidence.probe.TrafficKind;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * What was seen on the way to and from one address.
 *
 * @param chunks how many chunks with payload were of each kind
 * @param exchanges how long requests and their answers took there
 */
public record Sighting(Map<TrafficKind, Long> chunks, Exchanges exchanges) {
  /** Nothing was seen. */
  public static final Sighting NOTHING = new Sighting(Map.of());

  public Sighting {
    Map<TrafficKind, Long> copy = new EnumMap<>(TrafficKind.class);
    copy.putAll(chunks);
    chunks = Collections.unmodifiableMap(copy);
  }

  /** A sighting without times. */
  public Sighting(Map<TrafficKind, Long> chunks) {
    this(chunks, Exchanges.NONE);
  }

  /** A sighting of one chunk. */
  static Sighting of(TrafficKind kind, long count) {
    return new Sighting(Map.of(kind, count));
  }

  /** This sighting and another. */
  public Sighting plus(Sighting other) {
    Map<TrafficKind, Long> both = new EnumMap<>(TrafficKind.class);
    both.putAll(chunks);
    other.chunks.forEach((kind, count) -> both.merge(kind, count, Long::sum));
    return new Sighting(both, exchanges.plus(other.exchanges));
  }

  /** How many chunks of a kind were seen. */
  public long of(TrafficKind kind) {
    return chunks.getOrDefault(kind, 0L);
  }

  /** How many chunks anybody could read. */
  public long readable() {
    return of(TrafficKind.HTTP1) + of(TrafficKind.HTTP2) + of(TrafficKind.IPERF);
  }

  /** Whether nothing was seen. */
  public boolean isEmpty() {
    return chunks.values().stream().allMatch(count -> count == 0);
  }

  /** How many chunks had no framing that is known, whatever else their connections carried. */
  public long unrecognised() {
    return of(TrafficKind.INSIDE_TLS) + of(TrafficKind.UNKNOWN);
  }

  /**
   * In words, for example {@code 412 chunks TLS, 0 readable (0 HTTP/1, 0 HTTP/2), 3 joined within a
   * TLS record}.
   */
  public String words() {
    return "%d chunks TLS, %d readable (%d HTTP/1, %d HTTP/2%s)%s%s"
        .formatted(
            of(TrafficKind.TLS),
            readable(),
            of(TrafficKind.HTTP1),
            of(TrafficKind.HTTP2),
            of(TrafficKind.IPERF) > 0 ? ", %d iperf3".formatted(of(TrafficKind.IPERF)) : "",
            some(TrafficKind.INSIDE_TLS, "joined within a TLS record"),
            some(TrafficKind.UNKNOWN, "unrecognised on connections without TLS records"));
  }

  private String some(TrafficKind kind, String words) {
    return of(kind) > 0 ? ", %d %s".formatted(of(kind), words) : "";
  }
}
