package io.meshgauge.study;

import io.meshgauge.measure.Amounts;
import io.meshgauge.stats.Interval;
import io.meshgauge.study.Claims.Figure;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A range that the text of a study claims, with its ends. Equal ends are one printed number, which
 * stands for all that round to it.
 *
 * @param low lower end; empty if the range has none
 * @param high upper end; empty if the range has none
 */
public record ClaimedRange(Optional<Figure> low, Optional<Figure> high) {

  /** Where an interval lies. */
  public enum Agreement {
    /** The whole interval is in the range. */
    WITHIN,
    /** Interval and range have nothing in common. */
    OUTSIDE,
    /** The interval crosses an end of the range. */
    UNDECIDED
  }

  /** Where an interval of the same quantity lies. */
  public Agreement of(Interval found) {
    double from = lowest().orElse(Double.NEGATIVE_INFINITY);
    double to = highest().orElse(Double.POSITIVE_INFINITY);
    if (found.low() > to || found.high() < from) {
      return Agreement.OUTSIDE;
    }
    return found.low() >= from && found.high() <= to ? Agreement.WITHIN : Agreement.UNDECIDED;
  }

  /** The lower end with its rounding; empty if there is none. */
  public OptionalDouble lowest() {
    return end(low, -1);
  }

  /** The upper end with its rounding; empty if there is none. */
  public OptionalDouble highest() {
    return end(high, 1);
  }

  private OptionalDouble end(Optional<Figure> end, int side) {
    return end.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(
            end.get().value() + (low.equals(high) ? side * Value.half(end.get().decimals()) : 0));
  }

  /** The range as it is printed, for example {@code 2 to 3} or {@code ≥ 1}. */
  public String text() {
    if (low.isEmpty()) {
      return "≤ " + high.map(ClaimedRange::text).orElseThrow();
    }
    String from = text(low.get());
    return high.isEmpty()
        ? "≥ " + from
        : low.equals(high) ? from : Amounts.range(from, text(high.get()));
  }

  private static String text(Figure end) {
    return Amounts.fixed(end.value(), end.decimals());
  }
}
