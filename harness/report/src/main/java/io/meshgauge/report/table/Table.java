package io.meshgauge.report.table;

import java.util.ArrayList;
import java.util.List;

/**
 * A table as a value, which every format draws in its own way.
 *
 * @param title of the whole table; empty where a heading above it says enough
 * @param note how to read it; may be empty
 * @param columns at least one; the first names the rows
 * @param groups rows, under a head of their own where there are several kinds
 */
public record Table(String title, String note, List<Column> columns, List<Group> groups) {
  public Table {
    columns = List.copyOf(columns);
    groups = List.copyOf(groups);
  }

  /**
   * A column.
   *
   * @param number whether its cells are aligned by their ends
   * @param detail whether only formats without a limit of width show it
   */
  public record Column(Cell head, boolean number, boolean detail) {}

  /**
   * Rows of one kind.
   *
   * @param head empty, a cell for each column, or one cell across all columns
   */
  public record Group(List<Cell> head, List<Row> rows) {
    public Group {
      head = List.copyOf(head);
      rows = List.copyOf(rows);
    }
  }

  /**
   * A row.
   *
   * @param cells one for each column
   * @param marked whether it deserves attention
   * @param notes sentences below it, quoted from an archive
   */
  public record Row(List<Cell> cells, boolean marked, List<String> notes) {
    public Row {
      cells = List.copyOf(cells);
      notes = List.copyOf(notes);
    }
  }

  /** Whether it has no row. */
  public boolean isEmpty() {
    return groups.stream().allMatch(group -> group.rows().isEmpty());
  }

  /** The table under another title. */
  public Table titled(String other, String note) {
    return new Table(other, note, columns, groups);
  }

  /** The table with its title as the head of its first column, for formats that show no title. */
  public Table cornered() {
    List<Column> all = new ArrayList<>(columns);
    all.set(0, new Column(Cell.of(title), columns.get(0).number(), false));
    return new Table(title, note, all, groups);
  }
}
