package io.meshgauge.report.console;

import io.meshgauge.report.VisibleText;
import io.meshgauge.report.table.Cell;
import io.meshgauge.report.table.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Draws a table in columns of fixed width, without its details. The first row has the heads; rows
 * below a head of their group are indented.
 */
final class TextTable {
  private static final int LONGEST_CELL = 44;
  private static final String GAP = "  ";

  private final Table table;
  private final boolean whole;
  private final List<Integer> shown;
  private final List<List<String>> rows = new ArrayList<>();

  /**
   * @param chosen positions of the columns to draw
   */
  TextTable(Table table, List<Integer> chosen) {
    this.table = table;
    this.whole = chosen.size() == table.columns().size();
    this.shown = chosen.stream().filter(at -> !table.columns().get(at).detail()).toList();
    row("", table.columns().stream().map(Table.Column::head).toList());
    for (Table.Group group : table.groups()) {
      boolean headed = !group.head().isEmpty();
      if (group.head().size() == 1 || (headed && known(group.head()))) {
        row("", group.head());
      }
      group.rows().stream()
          .map(Table.Row::cells)
          .filter(this::known)
          .forEach(cells -> row(headed ? "  " : "", cells));
    }
  }

  TextTable(Table table) {
    this(table, IntStream.range(0, table.columns().size()).boxed().toList());
  }

  /** Whether a row is drawn: one of a part of the columns only if it has a value in them. */
  private boolean known(List<Cell> cells) {
    return whole || shown.stream().skip(1).anyMatch(at -> !cells.get(at).equals(Cell.NONE));
  }

  private void row(String indent, List<Cell> cells) {
    List<String> texts = new ArrayList<>();
    for (int at : shown) {
      Cell cell = at < cells.size() ? cells.get(at) : Cell.EMPTY;
      texts.add(cell((texts.isEmpty() ? indent : "") + cell.label() + cell.more().inline()));
    }
    rows.add(texts);
  }

  /** The lines of the table, the header first. */
  List<String> lines() {
    return rows.stream().map(this::line).toList();
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
      boolean text = !table.columns().get(shown.get(column)).number();
      line.append(column == 0 ? "" : GAP).append(text ? cell + padding : padding + cell);
    }
    return line.toString().stripTrailing();
  }

  private int width(int column) {
    return rows.stream().mapToInt(row -> columns(row.get(column))).max().orElse(0);
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
