package io.meshgauge.report.console;

import io.meshgauge.report.VisibleText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** A table of fixed-width columns: the first is text, the others are right-aligned numbers. */
final class TextTable {
  private static final int LONGEST_CELL = 44;
  private static final String GAP = "  ";

  private final List<String> header;
  private final Set<Integer> textColumns;
  private final List<List<String>> rows = new ArrayList<>();

  TextTable(Set<Integer> textColumns, String... header) {
    this.textColumns = textColumns;
    this.header = Arrays.stream(header).map(TextTable::cell).toList();
  }

  void row(List<String> cells) {
    rows.add(cells.stream().map(TextTable::cell).toList());
  }

  /** The lines of the table, the header first. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(line(header));
    rows.forEach(row -> lines.add(line(row)));
    return lines;
  }

  /** Width in characters. */
  int width() {
    return lines().stream().mapToInt(TextTable::columns).max().orElse(0);
  }

  private String line(List<String> cells) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < cells.size(); column++) {
      String cell = cells.get(column);
      String padding = " ".repeat(width(column) - columns(cell));
      boolean text = textColumns.contains(column);
      line.append(column == 0 ? "" : GAP).append(text ? cell + padding : padding + cell);
    }
    return line.toString().stripTrailing();
  }

  private int width(int column) {
    int width = columns(header.get(column));
    for (List<String> row : rows) {
      width = Math.max(width, columns(row.get(column)));
    }
    return width;
  }

  private static int columns(String text) {
    return text.codePointCount(0, text.length());
  }

  private static String cell(String text) {
    String shown = VisibleText.of(text);
    return columns(shown) <= LONGEST_CELL
        ? shown
        : shown.substring(0, shown.offsetByCodePoints(0, LONGEST_CELL - 1)) + "…";
  }
}
