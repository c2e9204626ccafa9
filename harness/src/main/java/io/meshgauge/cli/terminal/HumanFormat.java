package io.meshgauge.cli.terminal;

import java.time.Duration;
import java.util.Locale;

/** Formats quantities for people. */
public final class HumanFormat {
  private static final long MINUTE = 60;
  private static final long HOUR = 3600;

  private HumanFormat() {}

  /** {@code 45 s}, {@code 7 min 20 s}, {@code 2 h 5 min}. */
  public static String duration(Duration duration) {
    long seconds = Math.max(0, Math.round(duration.toMillis() / 1000.0));
    if (seconds < MINUTE) {
      return seconds + " s";
    }
    if (seconds < HOUR) {
      long rest = seconds % MINUTE;
      return seconds / MINUTE + " min" + (rest == 0 ? "" : " " + rest + " s");
    }
    long rest = seconds % HOUR / MINUTE;
    return seconds / HOUR + " h" + (rest == 0 ? "" : " " + rest + " min");
  }

  /** {@code about 45 s}, {@code about 7 min}: with the precision of a forecast. */
  public static String about(Duration duration) {
    long seconds = Math.max(0, duration.toSeconds());
    return seconds < 2 * MINUTE
        ? "about " + seconds + " s"
        : "about " + duration(Duration.ofMinutes(Math.round(seconds / (double) MINUTE)));
  }

  /** {@code 850 us}, {@code 12.3 ms}, {@code 1.20 s}. */
  static String latency(double seconds) {
    if (seconds < 1e-3) {
      return String.format(Locale.ROOT, "%.0f us", seconds * 1e6);
    }
    return seconds < 1
        ? String.format(Locale.ROOT, "%.1f ms", seconds * 1e3)
        : String.format(Locale.ROOT, "%.2f s", seconds);
  }

  /** Minutes and seconds on a stopwatch: {@code 03:25}. */
  static String stopwatch(Duration duration) {
    long seconds = duration.toSeconds();
    return String.format(Locale.ROOT, "%02d:%02d", seconds / MINUTE, seconds % MINUTE);
  }
}
