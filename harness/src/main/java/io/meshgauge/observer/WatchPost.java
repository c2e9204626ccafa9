package io.meshgauge.observer;

import io.meshgauge.evidence.capture.WireSightings;
import io.meshgauge.evidence.capture.WireWatch;
import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The one watch of the wire that may go on at a time.
 *
 * <p>What it saw is kept after its end until the next start, so that a client that lost the answer
 * can ask again. A watch that is not renewed ends.
 */
final class WatchPost implements AutoCloseable {
  static final Duration LONGEST = Duration.ofMinutes(15);

  private final LongSupplier nanos;
  private @Nullable WireWatch watch;
  private @Nullable WireSightings last;
  private long renewed;

  /** A post whose watches are forgotten by a clock that counts nanoseconds. */
  WatchPost(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** Ends the watch there may be, and starts another. */
  synchronized void start(Supplier<WireWatch> starter) {
    end("");
    last = null;
    watch = starter.get();
    renewed = nanos.getAsLong();
  }

  /** Renews the watch. */
  synchronized void renew() {
    renewed = nanos.getAsLong();
  }

  /** Ends a watch that was forgotten. */
  synchronized void expire() {
    if (watch != null && nanos.getAsLong() - renewed >= LONGEST.toNanos()) {
      end("; ended by itself after %d minutes unasked for".formatted(LONGEST.toMinutes()));
    }
  }

  /**
   * Ends the watch and says what was seen; the same again when it has ended before.
   *
   * @throws ObserverException when none was ever started
   */
  synchronized WireSightings finish() {
    end("");
    if (last == null) {
      throw new ObserverException("nothing was watched; expected POST /watch before its finish");
    }
    return last;
  }

  @Override
  public synchronized void close() {
    end("");
  }

  private void end(String why) {
    if (watch != null) {
      WireSightings seen = watch.finish();
      last = new WireSightings(seen.how() + why, seen.byAddress(), seen.crossings());
      watch = null;
    }
  }
}
