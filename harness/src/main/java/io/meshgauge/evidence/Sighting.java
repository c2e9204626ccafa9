package io.meshgauge.evidence;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * What was seen on the way to and from one address.
 *
 * @param chunks how many chunks with payload were of each kind
 */
public record Sighting(Map<TrafficKind, Long> chunks) {
  /** Nothing was seen. */
  public static final Sighting NOTHING = new Sighting(Map.of());

  public Sighting {
    Map<TrafficKind, Long> copy = new EnumMap<>(TrafficKind.class);
    copy.putAll(chunks);
    chunks = Collections.unmodifiableMap(copy);
  }

  /** This sighting and one more chunk. */
  Sighting with(TrafficKind kind) {
    Map<TrafficKind, Long> more = new EnumMap<>(TrafficKind.class);
    more.putAll(chunks);
    more.merge(kind, 1L, Long::sum);
    return new Sighting(more);
  }

  /** This sighting and another. */
  public Sighting plus(Sighting other) {
    Map<TrafficKind, Long> both = new EnumMap<>(TrafficKind.class);
    both.putAll(chunks);
    other.chunks.forEach((kind, count) -> both.merge(kind, count, Long::sum));
    return new Sighting(both);
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

  /** In words, for example {@code 412 chunks TLS, 0 readable, 3 unrecognised}. */
  public String words() {
    return "%d chunks TLS, %d readable (%d HTTP/1, %d HTTP/2%s), %d unrecognised"
        .formatted(
            of(TrafficKind.TLS),
            readable(),
            of(TrafficKind.HTTP1),
            of(TrafficKind.HTTP2),
            of(TrafficKind.IPERF) > 0 ? ", %d iperf3".formatted(of(TrafficKind.IPERF)) : "",
            of(TrafficKind.UNKNOWN));
  }
}
