package io.meshgauge.report.table;

import io.meshgauge.report.arm.Arm;
import io.meshgauge.report.table.Table.Column;
import io.meshgauge.report.table.Table.Group;
import io.meshgauge.report.table.Table.Row;
import io.meshgauge.text.Messages;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The columns of a table, and how a value becomes its cells. A head is the key of a text; one that
 * is no text of the project, as a name or a unit, is a cell.
 *
 * @param <T> what a row of the table is about
 */
public final class Columns<T> {
  private final List<Column> columns = new ArrayList<>();
  private final List<Function<T, Cell>> cells = new ArrayList<>();
  private Predicate<T> marked = value -> false;
  private Function<T, List<String>> notes = value -> List.of();

  /** Rows that are named after an arm. */
  public static <T> Columns<T> ofArms(Function<T, Arm> arm) {
    return new Columns<T>().cell("table.variant", value -> Cell.of(arm.apply(value)));
  }

  /** Words from the left. */
  public Columns<T> text(String head, Function<T, String> text) {
    return cell(head, value -> Cell.of(text.apply(value)));
  }

  /** Any cell from the left. */
  public Columns<T> cell(String head, Function<T, Cell> cell) {
    return cell(Cell.of(Messages.get(head)), cell);
  }

  /** Any cell from the left. */
  public Columns<T> cell(Cell head, Function<T, Cell> cell) {
    return add(new Column(head, false, false), cell);
  }

  /** A number, which most rows have. */
  public Columns<T> number(String head, Function<T, String> text) {
    return value(head, value -> Cell.of(text.apply(value)));
  }

  /** A number that rows may lack. */
  public Columns<T> known(String head, Function<T, Optional<String>> text) {
    return value(head, value -> Cell.of(text.apply(value)));
  }

  /** Any cell from the right. */
  public Columns<T> value(String head, Function<T, Cell> cell) {
    return value(Cell.of(Messages.get(head)), cell);
  }

  /** Any cell from the right. */
  public Columns<T> value(Cell head, Function<T, Cell> cell) {
    return add(new Column(head, true, false), cell);
  }

  /** The values of an arm. */
  public Columns<T> arm(Arm arm, Function<T, Cell> cell) {
    return value(Cell.of(arm), cell);
  }

  Columns<T> add(Column column, Function<T, Cell> cell) {
    columns.add(column);
    cells.add(cell);
    return this;
  }

  /** Makes the last column one that formats with a limit of width leave out. */
  public Columns<T> detail() {
    Column last = columns.remove(columns.size() - 1);
    columns.add(new Column(last.head(), last.number(), true));
    return this;
  }

  /** Marks rows that deserve attention. */
  public Columns<T> mark(Predicate<T> deserving) {
    marked = deserving;
    return this;
  }

  /** Writes sentences below rows. */
  public Columns<T> notes(Function<T, List<String>> below) {
    notes = below;
    return this;
  }

  Row row(T value) {
    return new Row(
        cells.stream().map(cell -> cell.apply(value)).toList(),
        marked.test(value),
        notes.apply(value));
  }

  Group group(List<Cell> head, List<T> values) {
    return new Group(head, values.stream().map(this::row).toList());
  }

  /** A table with a row for each value; title and note may be empty. */
  public Table table(String title, String note, List<T> values) {
    return grouped(title, note, List.of(group(List.of(), values)));
  }

  /** A table of groups that were made by {@link #group}. */
  Table grouped(String title, String note, List<Group> groups) {
    return new Table(title, note, columns, groups);
  }
}
