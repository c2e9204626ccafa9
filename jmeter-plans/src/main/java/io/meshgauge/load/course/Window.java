package io.meshgauge.load.course;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeUnit;

/**
 * The start of a measured window on both clocks.
 *
 * @param startNanos the start as a {@link System#nanoTime()} reading
 * @param startEpochMicros the same instant in microseconds since the epoch
 */
public record Window(long startNanos, long startEpochMicros) {

  /** A window that starts that many nanoseconds from now. */
  public static Window in(long leadNanos) {
    return new Window(System.nanoTime() + leadNanos, nowEpochMicros() + leadNanos / 1000);
  }

  /** A window that starts at that wall-clock time, past or future. */
  public static Window at(long startEpochMicros) {
    long leadMicros = startEpochMicros - nowEpochMicros();
    return new Window(
        System.nanoTime() + TimeUnit.MICROSECONDS.toNanos(leadMicros), startEpochMicros);
  }

  /** The wall clock now, in microseconds since the epoch. */
  public static long nowEpochMicros() {
    return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
  }

  /**
   * The wall-clock time of a {@link System#nanoTime()} reading, in microseconds since the epoch.
   */
  public long epochMicros(long nanos) {
    return startEpochMicros + (nanos - startNanos) / 1000;
  }
}
