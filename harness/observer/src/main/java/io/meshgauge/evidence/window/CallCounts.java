package io.meshgauge.evidence.window;

import io.meshgauge.topology.plane.Balancing.Server;
import io.meshgauge.topology.plane.DataPlane;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Where a survey's own calls ended, by what the replicas themselves count.
 *
 * @param plane whose replicas they are
 * @param served reads how many calls each replica has served so far
 */
public record CallCounts(DataPlane plane, Supplier<Map<String, Long>> served) {
  private static final long PATIENCE_NANOS = 3_000_000_000L;
  private static final long PAUSE_MILLIS = 20;

  /** What all replicas have served so far. */
  public Map<String, Long> now() {
    return served.get();
  }

  /** The counts once so many calls of each service are in them, or as they are after a while. */
  public Map<String, Long> awaited(
      Map<String, Long> before, Collection<String> services, long calls) {
    long end = System.nanoTime() + PATIENCE_NANOS;
    while (true) {
      Map<String, Long> now = served.get();
      boolean all =
          services.stream().allMatch(service -> sum(grown(service, before, now)) >= calls);
      if (all || System.nanoTime() > end) {
        return now;
      }
      pause(PAUSE_MILLIS);
    }
  }

  /** What each replica of a service has served between two readings; without those that did not. */
  public SortedMap<String, Long> grown(
      String service, Map<String, Long> before, Map<String, Long> after) {
    SortedMap<String, Long> grown = new TreeMap<>();
    for (Server server : Objects.requireNonNull(plane.balancing().get(service)).servers()) {
      String name = server.replica().name();
      long calls = after.getOrDefault(name, 0L) - before.getOrDefault(name, 0L);
      if (calls != 0) {
        grown.put(name, calls);
      }
    }
    return grown;
  }

  public static long sum(Map<String, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }

  public static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted in a survey", e);
    }
  }
}
