package io.meshgauge.report;

import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Session;
import io.meshgauge.experiment.Telemetry;
import io.meshgauge.experiment.TrafficSetting;
import io.meshgauge.experiment.Variant;
import io.meshgauge.topology.node.NodePlacement;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The fairness manifest: settings that must be the same in all arms, next to each other.
 *
 * @param variants columns, in the experiment's order
 * @param rows one per setting, sorted by name
 */
public record Fairness(List<String> variants, List<Row> rows) {
  public Fairness {
    variants = List.copyOf(variants);
    rows = List.copyOf(rows);
  }

  /** The manifest of a session, from the records of its runs. */
  public static Fairness of(Session session) {
    List<Variant> columns =
        session.experiment().arms().stream().filter(arm -> !arm.isControl()).toList();
    SortedSet<String> names = new TreeSet<>();
    session.runs().forEach(run -> names.addAll(run.fairness().keySet()));
    List<Row> rows = new ArrayList<>();
    for (String name : names) {
      SortedMap<String, String> values = new TreeMap<>();
      for (Variant column : columns) {
        SortedSet<String> seen = seen(session, column, name);
        if (!seen.isEmpty()) {
          values.put(column.name(), String.join(" / ", seen));
        }
      }
      boolean declared =
          name.startsWith(Run.FACTOR)
              || (Telemetry.LINES.contains(name) && differInTelemetry(columns))
              || TrafficSetting.declares(columns, name)
              || declaredBySetting(
                  columns, name.startsWith(NodePlacement.LINE) ? NodePlacement.KEY : name);
      rows.add(new Row(title(name), values, declared));
    }
    return new Fairness(columns.stream().map(Variant::name).toList(), rows);
  }

  /** Settings that differ and are not declared as the factor under test. */
  public List<Row> undeclared() {
    return rows.stream().filter(row -> row.likeness() == Likeness.NOT_LIKE_FOR_LIKE).toList();
  }

  private static boolean declaredBySetting(List<Variant> columns, String key) {
    return columns.stream().anyMatch(column -> column.settings().containsKey(key));
  }

  private static boolean differInTelemetry(List<Variant> columns) {
    return columns.stream().map(Variant::telemetry).distinct().count() > 1;
  }

  private static SortedSet<String> seen(Session session, Variant column, String name) {
    SortedSet<String> seen = new TreeSet<>();
    for (Run run : session.runs()) {
      String value = run.fairness().get(name);
      if (value != null && run.trial().variant().name().equals(column.name())) {
        seen.add(value);
      }
    }
    return seen;
  }

  private static String title(String name) {
    return name.startsWith(Run.FACTOR) ? name.substring(Run.FACTOR.length()) : name;
  }

  /** Comparison of the arms in one setting. */
  public enum Likeness {
    ALIKE,
    /** They differ, and the setting is declared as a factor under test. */
    DECLARED,
    NOT_LIKE_FOR_LIKE
  }

  /**
   * One setting in all arms.
   *
   * @param name of the setting
   * @param values by variant, without variants that lack the setting (no proxy, for example)
   * @param declared whether it is a factor under test
   */
  public record Row(String name, SortedMap<String, String> values, boolean declared) {

    public Row {
      values = new TreeMap<>(values);
    }

    /** Compares the arms that have the setting. */
    public Likeness likeness() {
      if (values.values().stream().distinct().count() <= 1) {
        return Likeness.ALIKE;
      }
      return declared ? Likeness.DECLARED : Likeness.NOT_LIKE_FOR_LIKE;
    }
  }
}
