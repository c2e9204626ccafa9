package io.meshgauge.policy;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A daily window in UTC; if it ends before it begins, it spans midnight.
 *
 * @param from first minute of the day inside the window, 0 to 1439
 * @param until first minute after the window, 1 to 1440
 */
public record Hours(int from, int until) {
  private static final int MINUTES_PER_HOUR = 60;
  private static final int MINUTES_PER_DAY = 24 * MINUTES_PER_HOUR;
  private static final Pattern CLOCK = Pattern.compile("([01]\\d|2[0-4]):([0-5]\\d)");

  public Hours {
    if (from < 0
        || from >= MINUTES_PER_DAY
        || until < 1
        || until > MINUTES_PER_DAY
        || from == until) {
      throw new IllegalArgumentException(
          "from minute %d until minute %d; expected two different minutes of a day"
              .formatted(from, until));
    }
  }

  /**
   * The window between two times such as {@code 08:00} and {@code 24:00}; empty if they are not
   * valid.
   */
  static Optional<Hours> between(String from, String until) {
    Optional<Integer> start = minute(from).filter(it -> it < MINUTES_PER_DAY);
    Optional<Integer> end = minute(until).filter(it -> it > 0);
    return start.isEmpty() || end.isEmpty() || start.equals(end)
        ? Optional.empty()
        : Optional.of(new Hours(start.get(), end.get()));
  }

  /** Whether it is the whole day. */
  public boolean always() {
    return from == 0 && until == MINUTES_PER_DAY;
  }

  /** Whether it spans midnight. */
  public boolean overMidnight() {
    return until < from;
  }

  /** Formats a minute, for example {@code 08:30}. */
  public static String clock(int minute) {
    return "%02d:%02d".formatted(minute / MINUTES_PER_HOUR, minute % MINUTES_PER_HOUR);
  }

  private static Optional<Integer> minute(String text) {
    Matcher clock = CLOCK.matcher(text);
    if (!clock.matches()) {
      return Optional.empty();
    }
    int minute =
        Integer.parseInt(clock.group(1)) * MINUTES_PER_HOUR + Integer.parseInt(clock.group(2));
    return minute > MINUTES_PER_DAY ? Optional.empty() : Optional.of(minute);
  }
}
