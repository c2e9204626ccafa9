package io.meshgauge.report.html;

import io.meshgauge.report.html.chart.Palette;
import io.meshgauge.report.table.Cell;
import io.meshgauge.report.table.Cell.Look;
import io.meshgauge.report.table.Table;
import io.meshgauge.report.table.Table.Column;
import io.meshgauge.report.table.Table.Group;
import io.meshgauge.report.table.Table.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Any table, for {@code table.mustache}.
 *
 * @param width class of its box
 */
record TableView(Table table, Palette palette, String width) {
  static TableView of(Table table, Palette palette) {
    return new TableView(table, palette, "wide");
  }

  /** A table whose heads may have several lines. */
  static TableView slim(Table table, Palette palette) {
    return new TableView(table, palette, "wide slim");
  }

  /** A table of runs, which has many columns. */
  static TableView runs(Table table, Palette palette) {
    return new TableView(table, palette, "wide runs");
  }

  /** The table, unless it has no row. */
  static List<TableView> unlessEmpty(Table table, Palette palette) {
    return table.isEmpty() ? List.of() : List.of(of(table, palette));
  }

  String title() {
    return table.title();
  }

  List<String> note() {
    return some(table.note());
  }

  int columns() {
    return table.columns().size();
  }

  /** Columns below which the notes of a row are written. */
  int rest() {
    return columns() - 1;
  }

  List<CellView> heads() {
    return table.columns().stream()
        .map(it -> new CellView(capitalised(it.head()), it.number(), "col", palette))
        .toList();
  }

  List<GroupView> groups() {
    return table.groups().stream().map(it -> new GroupView(this, it)).toList();
  }

  /** A head in the words of consoles, as pages write heads; names of arms stay as they are. */
  private static Cell capitalised(Cell head) {
    String text = head.text();
    boolean word = text.length() > 1 && Character.isLetter(text.charAt(1));
    return word && head.look() == Look.PLAIN
        ? Cell.of(text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1))
            .with("", head.more().below())
        : head;
  }

  private RowView row(Row row, String style, String scope) {
    List<CellView> cells = new ArrayList<>();
    for (Column column : table.columns()) {
      Cell cell = row.cells().get(cells.size());
      cells.add(new CellView(cell, column.number(), cells.isEmpty() ? scope : "", palette));
    }
    return new RowView(cells, some(style), row.notes());
  }

  private static List<String> some(String text) {
    return text.isEmpty() ? List.of() : List.of(text);
  }

  record GroupView(TableView of, Group group) {
    /** The head across all columns, if it has one. */
    List<CellView> across() {
      return group.head().size() == 1
          ? List.of(new CellView(group.head().get(0), false, "rowgroup", of.palette))
          : List.of();
    }

    List<RowView> rows() {
      Stream<RowView> rows =
          group.rows().stream().map(it -> of.row(it, it.marked() ? "differs" : "", "row"));
      return group.head().size() < 2
          ? rows.toList()
          : Stream.concat(
                  Stream.of(of.row(new Row(group.head(), false, List.of()), "group", "rowgroup")),
                  rows)
              .toList();
    }
  }

  record RowView(List<CellView> cells, List<String> style, List<String> notes) {
    boolean noted() {
      return !notes.isEmpty();
    }
  }

  /**
   * A cell.
   *
   * @param scope of a head; empty for data
   */
  record CellView(Cell cell, boolean number, String scope, Palette palette) {
    boolean head() {
      return !scope.isEmpty();
    }

    String text() {
      return cell.text();
    }

    List<String> link() {
      return some(cell.link());
    }

    List<String> below() {
      return some(cell.more().below());
    }

    /** Class of the box of a number or of a text of several lines. */
    List<String> box() {
      return prose() ? List.of("wrap") : number ? List.of("n") : List.of();
    }

    private boolean prose() {
      return cell.look() == Look.PROSE || quoted();
    }

    boolean quoted() {
      return cell.look() == Look.QUOTED;
    }

    boolean code() {
      return cell.look() == Look.CODE;
    }

    boolean model() {
      return cell.look() == Look.MODEL;
    }

    /** Colour of an arm. */
    List<Integer> slot() {
      return model() || cell.look() == Look.ARM ? List.of(palette.slot(cell.text())) : List.of();
    }

    /** Class of the text. */
    List<String> tone() {
      return some(cell.look().style());
    }
  }
}
