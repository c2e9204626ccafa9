package io.meshgauge.report.console;

import io.meshgauge.report.VisibleText;
import io.meshgauge.report.table.Table;
import java.util.ArrayList;
import java.util.List;
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

  /** How to read a table, if that is to be said. */
  void note(String note) {
    if (!note.isEmpty()) {
      plain(note);
    }
  }

  void styled(Style style, String sentence) {
    wrapped(sentence, style);
  }

  /** Appends a sentence after a bullet; continuation lines are indented. */
  void bullet(Style style, String mark, String sentence) {
    wrapped(mark + " ", sentence, style);
  }

  void table(Table table) {
    table(new TextTable(table));
  }

  private void table(TextTable table) {
    List<String> lines = table.lines();
    text.append(Style.DIM.on(ansi, lines.get(0))).append('\n');
    lines.stream().skip(1).forEach(line -> text.append(line).append('\n'));
  }

  /** A table, or several below each other if its columns do not fit a line. */
  void split(Table table) {
    int next = 1;
    while (next < table.columns().size()) {
      List<Integer> shown = new ArrayList<>(List.of(0, next++));
      while (next < table.columns().size() && fits(table, shown, next)) {
        shown.add(next++);
      }
      blank();
      table(new TextTable(table, shown));
    }
  }

  private static boolean fits(Table table, List<Integer> shown, int next) {
    List<Integer> wider = new ArrayList<>(shown);
    wider.add(next);
    return new TextTable(table, wider).width() <= TextWrap.COLUMNS;
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
