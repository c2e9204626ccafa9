package io.meshgauge.report.console;

import io.meshgauge.report.VisibleText;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Output text: lines wrapped to the terminal, with or without colours. */
final class Page {
  private final StringBuilder text = new StringBuilder();
  private final boolean ansi;
  private final int columns;

  Page(boolean ansi) {
    this(ansi, TextWrap.COLUMNS);
  }

  /**
   * @param columns width of sentences
   */
  Page(boolean ansi, int columns) {
    this.ansi = ansi;
    this.columns = columns;
  }

  void blank() {
    text.append('\n');
  }

  void title(String title) {
    wrapped(title, Style.BOLD);
  }

  void plain(String sentence) {
    wrapped(sentence, null);
  }

  void styled(Style style, String sentence) {
    wrapped(sentence, style);
  }

  /** Appends a sentence after a bullet; continuation lines are indented. */
  void bullet(Style style, String mark, String sentence) {
    wrapped(mark + " ", sentence, style);
  }

  void table(TextTable table) {
    List<String> lines = table.lines();
    text.append(Style.DIM.on(ansi, lines.get(0))).append('\n');
    lines.stream().skip(1).forEach(line -> text.append(line).append('\n'));
  }

  /** A table with a column for each item; as many tables below each other as lines are too long. */
  <T> void tables(List<T> items, Function<List<T>, TextTable> table) {
    List<T> left = items;
    while (!left.isEmpty()) {
      int fitting = left.size();
      while (fitting > 1 && table.apply(left.subList(0, fitting)).width() > TextWrap.COLUMNS) {
        fitting--;
      }
      blank();
      table(table.apply(left.subList(0, fitting)));
      left = left.subList(fitting, left.size());
    }
  }

  String text() {
    return text.toString();
  }

  private void wrapped(String sentence, @Nullable Style style) {
    wrapped("", sentence, style);
  }

  private void wrapped(String mark, String sentence, @Nullable Style style) {
    for (String line : TextWrap.lines(mark, mark.length(), VisibleText.of(sentence), columns)) {
      text.append(style == null ? line : style.on(ansi, line)).append('\n');
    }
  }
}
