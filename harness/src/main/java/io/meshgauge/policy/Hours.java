package io.meshgauge.policy;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A daily window in UTC; one that ends before it begins goes over midnight.
 *
 * @param from first minute of the day that is inside, 0 to 1439
 * @param until first minute that is outside again, 1 to 1440
 */
public record Hours(int from, int until) {
  private static final int HOUR = 60;
  private static final int DAY = 24 * HOUR;
  private static final Pattern CLOCK = Pattern.compile("([01]\\d|2[0-4]):([0-5]\\d)");

  public Hours {
    if (from < 0 || from >= DAY || until < 1 || until > DAY || from == until) {
      throw new IllegalArgumentException(
          "from minute %d until minute %d; expected two different minutes of a day"
              .formatted(from, until));
    }
  }

  /**
   * The window between two times such as {@code 08:00} and {@code 24:00}; empty when it is none.
   */
  static Optional<Hours> between(String from, String until) {
    Optional<Integer> start = minute(from).filter(it -> it < DAY);
    Optional<Integer> end = minute(until).filter(it -> it > 0);
    return start.isEmpty() || end.isEmpty() || start.equals(end)
        ? Optional.empty()
        : Optional.of(new Hours(start.get(), end.get()));
  }

  /** Whether it is the whole day, and so restricts nothing. */
  public boolean always() {
    return from == 0 && until == DAY;
  }

  /** Whether it goes over midnight. */
  public boolean overMidnight() {
    return until < from;
  }

  /** A minute as it is written, for example {@code 08:30}. */
  public static String clock(int minute) {
    return "%02d:%02d".formatted(minute / HOUR, minute % HOUR);
  }

  private static Optional<Integer> minute(String text) {
    Matcher clock = CLOCK.matcher(text);
    if (!clock.matches()) {
      return Optional.empty();
    }
    int minute = Integer.parseInt(clock.group(1)) * HOUR + Integer.parseInt(clock.group(2));
    return minute > DAY ? Optional.empty() : Optional.of(minute);
  }
}
