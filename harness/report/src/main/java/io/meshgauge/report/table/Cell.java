package io.meshgauge.report.table;

import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.Unit;
import io.meshgauge.report.arm.Arm;
import io.meshgauge.stats.Difference;
import io.meshgauge.stats.Interval;
import io.meshgauge.text.Messages;
import java.util.Optional;
import java.util.function.DoubleFunction;

/**
 * One cell of a table.
 *
 * @param text what it says
 * @param look how a format with colours draws it
 * @param more what belongs to the text, in two forms
 * @param link address that the text leads to; may be empty
 */
public record Cell(String text, Look look, More more, String link) {
  /** A value that does not exist. */
  public static final Cell NONE = of("–");

  public static final Cell EMPTY = of("");

  /**
   * What belongs to the text of a cell.
   *
   * @param inline on the same line, for example {@code [1.60 2.30]}; may be empty
   * @param below on a line of its own, for example {@code 1.60 to 2.30}; may be empty
   */
  public record More(String inline, String below) {
    private static final More NOTHING = new More("", "");
  }

  /** How a cell is drawn where there are colours. */
  public enum Look {
    PLAIN(""),
    /** The name of an arm, next to its colour. */
    ARM(""),
    /** The name of an arm that is a model. */
    MODEL(""),
    /** A sentence, which may have several lines. */
    PROSE(""),
    /** A sentence in the words of an archive. */
    QUOTED(""),
    CODE(""),
    /** A label without judgement. */
    LABEL("mark"),
    GOOD("mark good"),
    NOTABLE("mark note"),
    BAD("mark bad"),
    /** A difference to the better. */
    BETTER("plain good"),
    /** A difference to the worse. */
    WORSE("plain bad"),
    /** No difference that counts. */
    FAINT("same");

    private final String style;

    Look(String style) {
      this.style = style;
    }

    /** Classes of the style sheet for its text; may be empty. */
    public String style() {
      return style;
    }
  }

  public static Cell of(String text) {
    return new Cell(text, Look.PLAIN, More.NOTHING, "");
  }

  public static Cell of(long count) {
    return of(Long.toString(count));
  }

  public static Cell of(Optional<String> text) {
    return text.map(Cell::of).orElse(NONE);
  }

  /** The name of an arm; a model is marked as one. */
  public static Cell of(Arm arm) {
    return of(arm.name()).as(arm.isModel() ? Look.MODEL : Look.ARM);
  }

  /** The text with the mark of a model, for formats without colours. */
  public String label() {
    return look == Look.MODEL ? Messages.get("report.model", text) : text;
  }

  /** The cell in another look. */
  public Cell as(Look other) {
    return new Cell(text, other, more, link);
  }

  /** The cell with a link. */
  public Cell to(String address) {
    return new Cell(text, look, more, address);
  }

  /** The cell with a second value, which is in brackets where there is one line only. */
  public Cell with(String second) {
    return second.isEmpty() ? this : with(" (" + second + ")", second);
  }

  /** The cell with what belongs to it on the same line, or else below it. */
  public Cell with(String inline, String below) {
    return new Cell(text, look, new More(inline, below), link);
  }

  /** The cell with the interval of its value. */
  public Cell within(Optional<Interval> interval, DoubleFunction<String> number) {
    return interval
        .map(
            it ->
                with(
                    " " + Amounts.bracketed(it.low(), it.high(), number),
                    Amounts.range(number.apply(it.low()), number.apply(it.high()))))
        .orElse(this);
  }

  /** A difference with its interval, without the unit. */
  public static Cell of(Unit unit, Difference difference) {
    return of(Amounts.signed(unit, difference.absolute()))
        .within(difference.interval(), end -> Amounts.number(unit, end));
  }
}
