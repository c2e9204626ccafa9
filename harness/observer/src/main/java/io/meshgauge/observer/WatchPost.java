package io.meshgauge.observer;

import io.meshgauge.evidence.capture.WireSightings;
import io.meshgauge.evidence.capture.WireWatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Holds the single active capture of the wire.
 *
 * <p>Keeps the sightings of the last watch until the next start, so that a client that lost the
 * response can ask again. A watch that is not renewed expires.
 */
final class WatchPost implements AutoCloseable {
  static final Duration MAX_IDLE = Duration.ofMinutes(15);

  private final LongSupplier nanos;
  private @Nullable WireWatch watch;
  private @Nullable WireSightings last;
  private long renewed;

  /** Creates a holder whose watches expire by that clock, in nanoseconds. */
  WatchPost(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** Ends the active watch, if any, and starts another. */
  synchronized void start(Supplier<WireWatch> starter) {
    end();
    last = null;
    watch = starter.get();
    renewed = nanos.getAsLong();
  }

  /** Postpones the expiry of the watch. */
  synchronized void renew() {
    renewed = nanos.getAsLong();
  }

  /** Ends a watch that was not renewed. */
  synchronized void expire() {
    if (watch != null && nanos.getAsLong() - renewed >= MAX_IDLE.toNanos()) {
      end("expired after %d minutes without a renewal".formatted(MAX_IDLE.toMinutes()));
    }
  }

  /**
   * Ends the watch and returns its sightings; a repeated call returns the same.
   *
   * @throws ObserverException if no watch was ever started
   */
  synchronized WireSightings finish() {
    end();
    if (last == null) {
      throw new ObserverException(
          "no watch was started; expected POST /watch before POST /watch/finish");
    }
    return last;
  }

  @Override
  public synchronized void close() {
    end();
  }

  private void end(String... reasons) {
    if (watch != null) {
      WireSightings seen = watch.finish();
      List<String> means = new ArrayList<>(seen.means());
      means.addAll(List.of(reasons));
      last = new WireSightings(means, seen.byAddress(), seen.crossings());
      watch = null;
    }
  }
}
