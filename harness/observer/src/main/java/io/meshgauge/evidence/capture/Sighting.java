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
 * @param connections how many carried them; 0 where not all were looked at
 * @param exposure how much of the payload could be read
 */
public record Sighting(
    Map<TrafficKind, Long> chunks, Exchanges exchanges, long connections, Exposure exposure) {
  /** Nothing was seen. */
  public static final Sighting NOTHING = new Sighting(Map.of());

  public Sighting {
    Map<TrafficKind, Long> copy = new EnumMap<>(TrafficKind.class);
    copy.putAll(chunks);
    chunks = Collections.unmodifiableMap(copy);
  }

  /**
   * Payload that anybody could read.
   *
   * @param bytes of it
   * @param micros from the first to the last byte, without what lies between bytes that are more
   *     than a second apart, in microseconds
   */
  public record Exposure(long bytes, long micros) {
    /** None was seen. */
    public static final Exposure NONE = new Exposure(0, 0);

    private Exposure plus(Exposure other) {
      return new Exposure(bytes + other.bytes, micros + other.micros);
    }

    private String words() {
      return "; %d bytes could be read, within %d ms".formatted(bytes, Math.round(micros / 1e3));
    }
  }

  /** A sighting without times. */
  public Sighting(Map<TrafficKind, Long> chunks) {
    this(chunks, Exchanges.NONE);
  }

  /** A sighting of some of the connections. */
  public Sighting(Map<TrafficKind, Long> chunks, Exchanges exchanges) {
    this(chunks, exchanges, 0, Exposure.NONE);
  }

  /** A sighting of one chunk. */
  static Sighting of(TrafficKind kind, long count) {
    return new Sighting(Map.of(kind, count));
  }

  /** A sighting of one more connection. */
  static Sighting ofConnection() {
    return new Sighting(Map.of(), Exchanges.NONE, 1, Exposure.NONE);
  }

  /** A sighting of payload that could be read. */
  static Sighting of(Exposure exposure) {
    return new Sighting(Map.of(), Exchanges.NONE, 0, exposure);
  }

  /** This sighting and another. */
  public Sighting plus(Sighting other) {
    Map<TrafficKind, Long> both = new EnumMap<>(TrafficKind.class);
    both.putAll(chunks);
    other.chunks.forEach((kind, count) -> both.merge(kind, count, Long::sum));
    return new Sighting(
        both,
        exchanges.plus(other.exchanges),
        connections + other.connections,
        exposure.plus(other.exposure));
  }

  /** The same with other times. */
  public Sighting with(Exchanges times) {
    return new Sighting(chunks, times, connections, exposure);
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

  /** In words, as where nothing may be readable: how much was, and for how long. */
  public String exposureWords() {
    return words() + (exposure.bytes() > 0 ? exposure.words() : "");
  }

  /**
   * In words, for example {@code 412 chunks TLS, 0 readable (0 HTTP/1, 0 HTTP/2), 3 joined within a
   * TLS record}.
   */
  public String words() {
    return "%d chunks TLS, %d readable (%d HTTP/1, %d HTTP/2%s)%s%s%s"
        .formatted(
            of(TrafficKind.TLS),
            readable(),
            of(TrafficKind.HTTP1),
            of(TrafficKind.HTTP2),
            of(TrafficKind.IPERF) > 0 ? ", %d iperf3".formatted(of(TrafficKind.IPERF)) : "",
            some(TrafficKind.INSIDE_TLS, "joined within a TLS record"),
            some(TrafficKind.UNKNOWN, "unrecognised on connections without TLS records"),
            connections > 0 ? ", on %d connections".formatted(connections) : "");
  }

  private String some(TrafficKind kind, String words) {
    return of(kind) > 0 ? ", %d %s".formatted(of(kind), words) : "";
  }
}
