package io.meshgauge.load.course;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * The start of a measured window on both clocks.
 *
 * @param startNanos the start as {@link System#nanoTime()} tells it
 * @param startEpochMicros the same instant in microseconds since the epoch
 */
public record Window(long startNanos, long startEpochMicros) {

  /** A window that starts that many nanoseconds from now. */
  public static Window in(long leadNanos) {
    long nowMicros = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    return new Window(System.nanoTime() + leadNanos, nowMicros + leadNanos / 1000);
  }

  /**
   * The wall-clock time of a {@link System#nanoTime()} reading, in microseconds since the epoch.
   */
  public long epochMicros(long nanos) {
    return startEpochMicros + (nanos - startNanos) / 1000;
  }
}
