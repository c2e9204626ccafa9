package io.meshgauge.run.session;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How long a session has been in each phase, over all of its trials. */
public final class PhaseTimes {
  private final InstantSource clock;
  private final Instant started;
  private final Map<Phase, Duration> times = new EnumMap<>(Phase.class);
  private @Nullable Phase phase;
  private Instant since;

  /** The times of a session that starts now. */
  public PhaseTimes(InstantSource clock) {
    this.clock = clock;
    this.started = clock.instant();
    this.since = started;
  }

  /** A phase begins now, and the one before it ends. */
  public void enter(Phase next) {
    enter(next, clock.instant());
  }

  /**
   * The same at another time than now.
   *
   * @param at the edge of a window, which is known a moment before or after it; never before the
   *     phase that ends
   */
  public synchronized void enter(Phase next, Instant at) {
    leave(at);
    phase = next;
  }

  /** The phase ends, and what follows belongs to none. */
  public void leave() {
    leave(clock.instant());
  }

  private synchronized void leave(Instant at) {
    Instant end = at.isBefore(since) ? since : at;
    if (phase != null) {
      times.merge(phase, Duration.between(since, end), Duration::plus);
    }
    phase = null;
    since = end;
  }

  /**
   * In words, for example {@code Time: 80 s, of which 30 s (38 %) measured; deploy 28 s, prove 6 s,
   * everything else 16 s.}
   */
  public synchronized String words() {
    Duration all = Duration.between(started, clock.instant());
    Duration measured = times.getOrDefault(Phase.MEASURE, Duration.ZERO);
    Duration other = all;
    List<String> parts = new ArrayList<>();
    for (Map.Entry<Phase, Duration> entry : times.entrySet()) {
      other = other.minus(entry.getValue());
      if (entry.getKey() != Phase.MEASURE) {
        parts.add(part(entry.getKey().title(), entry.getValue()));
      }
    }
    parts.add(part("everything else", other));
    return "Time: %d s, of which %d s (%d %%) measured; %s."
        .formatted(
            seconds(all),
            seconds(measured),
            Math.round(100.0 * measured.toMillis() / Math.max(1, all.toMillis())),
            String.join(", ", parts));
  }

  private static String part(String title, Duration time) {
    return "%s %d s".formatted(title, seconds(time));
  }

  private static long seconds(Duration time) {
    return Math.round(time.toMillis() / 1e3);
  }
}
