package io.meshgauge.run.session;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Time of a session per phase, summed over its trials. */
public final class PhaseTimes {
  private final InstantSource clock;
  private final Instant started;
  private final Map<Phase, Duration> times = new EnumMap<>(Phase.class);
  private @Nullable Phase phase;
  private Instant since;

  public PhaseTimes(InstantSource clock) {
    this.clock = clock;
    this.started = clock.instant();
    this.since = started;
  }

  /** Ends the current phase and starts another. */
  public void enter(Phase next) {
    enter(next, clock.instant());
  }

  /**
   * Ends the current phase and starts another at a given time.
   *
   * @param at edge of a window, known shortly before or after it; not before the start of the
   *     current phase
   */
  public synchronized void enter(Phase next, Instant at) {
    end(at);
    phase = next;
  }

  /** Ends the current phase without starting another. */
  public void end() {
    end(clock.instant());
  }

  private synchronized void end(Instant at) {
    Instant end = at.isBefore(since) ? since : at;
    if (phase != null) {
      times.merge(phase, Duration.between(since, end), Duration::plus);
    }
    phase = null;
    since = end;
  }

  /** Time since the session started. */
  public Duration elapsed() {
    return Duration.between(started, clock.instant());
  }

  /**
   * Summary, for example {@code Time: 80 s, of which 30 s (38 %) measured; deploy 28 s, prove 6 s,
   * everything else 16 s.}
   */
  public synchronized String text() {
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
