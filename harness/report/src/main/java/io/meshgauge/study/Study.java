package io.meshgauge.study;

import io.meshgauge.measure.Metric;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A published study: its conditions, and the figures that it printed.
 *
 * @param name of its file, without extension
 * @param about where it was published, and how it measured
 * @param systems what it compared, in the order of its tables
 * @param reference name of the system that the others are compared with; if it has no value of a
 *     quantity, the first system that has one takes its place
 * @param quantities what it printed of each system
 * @param groups loads under which it measured; one with an empty name if it does not divide them
 * @param values the printed figures
 * @param claims what it derived from them, and how they depend on each other
 */
public record Study(
    String name,
    About about,
    List<SystemUnderTest> systems,
    String reference,
    List<Quantity> quantities,
    List<Group> groups,
    List<Value> values,
    Claims claims) {
  public Study {
    systems = List.copyOf(systems);
    quantities = List.copyOf(quantities);
    groups = List.copyOf(groups);
    values = List.copyOf(values);
  }

  /**
   * Origin of a study.
   *
   * @param file that describes it, as the user named it
   * @param data file of its figures; empty if it prints none as numbers
   */
  public record About(
      String title,
      String citation,
      Optional<String> doi,
      String file,
      String data,
      Conditions conditions) {

    /** The file of its figures, or else the one that describes it. */
    public String source() {
      return data.isEmpty() ? file : data;
    }
  }

  /**
   * How a study measured, in its own words.
   *
   * @param cluster machines and network
   * @param generator the load generator
   * @param loop whether the generator waits for answers
   * @param rate requests per second
   * @param duration of a measurement
   */
  public record Conditions(
      String cluster, String generator, Loop loop, String rate, String duration) {}

  /** Whether a load generator waits for answers before it sends again. */
  public enum Loop {
    OPEN,
    CLOSED,
    /** The study does not say. */
    UNKNOWN
  }

  /**
   * One system of a study.
   *
   * @param mesh key of the same mesh in an experiment; empty if there is none
   * @param choices policy, telemetry and settings that a variant of an experiment must have to be
   *     the same
   * @param version as printed
   */
  public record SystemUnderTest(
      String name, Optional<String> mesh, Map<String, String> choices, String version) {
    public SystemUnderTest {
      choices = new LinkedHashMap<>(choices);
    }
  }

  /**
   * A load under which a study measured.
   *
   * @param rate target in requests per second; empty if there is none
   */
  public record Group(String name, String title, OptionalDouble rate) {}

  /**
   * A quantity of a study, in its own unit.
   *
   * @param name column, or name in the column of metrics
   * @param metric the same quantity in a session; empty if there is none
   */
  public record Quantity(
      String name,
      String title,
      String unit,
      Optional<Metric> metric,
      Kind kind,
      boolean moreIsBetter) {

    /** Title and unit, for the head of a table. */
    public String label() {
      return unit.isEmpty() ? title : title + ", " + unit;
    }
  }

  /** What the figures of a quantity are. */
  public enum Kind {
    /** A measured value. */
    VALUE,
    /** The mean of whole numbers, which must be a multiple of 1/n. */
    COUNT,
    /** A change against a baseline, in per cent. */
    CHANGE,
    /** A difference from a baseline, in the quantity's unit. */
    ADDED,
    /** A score that the study derived from other figures. */
    SCORE,
    /** Only the text of the study has figures of it. */
    CLAIMED;

    /** Whether two systems can be compared by the ratio of their figures. */
    public boolean hasRatio() {
      return this == VALUE || this == COUNT;
    }
  }

  /** Title of the group of that name; empty if it has none. */
  public Optional<String> group(String wanted) {
    return groups.stream()
        .filter(it -> it.name().equals(wanted))
        .map(Group::title)
        .filter(it -> !it.isEmpty())
        .findFirst();
  }

  /** The system of that name. */
  public SystemUnderTest system(String wanted) {
    return systems.stream().filter(it -> it.name().equals(wanted)).findFirst().orElseThrow();
  }

  /** The systems with a figure, in the order of its tables; all if none has one. */
  public List<SystemUnderTest> measured() {
    List<SystemUnderTest> measured =
        systems.stream()
            .filter(it -> values.stream().anyMatch(value -> value.system().equals(it.name())))
            .toList();
    return measured.isEmpty() ? systems : measured;
  }

  /** The quantity of that name. */
  public Quantity quantity(String wanted) {
    return quantities.stream().filter(it -> it.name().equals(wanted)).findFirst().orElseThrow();
  }

  /** The figure of a system in a group; empty if none is printed. */
  public Optional<Value> value(String group, String system, String quantity) {
    return values.stream()
        .filter(it -> it.group().equals(group))
        .filter(it -> it.system().equals(system))
        .filter(it -> it.quantity().equals(quantity))
        .findFirst();
  }

  /** The figures of a quantity, in the order of groups and systems. */
  public List<Value> values(String quantity) {
    return values.stream().filter(it -> it.quantity().equals(quantity)).toList();
  }

  /** Where a line of the data is, as editors understand it. */
  public String place(int line) {
    return about.data() + ":" + line;
  }

  /** The same of a line of the file that describes it. */
  public String claim(int line) {
    return about.file() + ":" + line;
  }
}
