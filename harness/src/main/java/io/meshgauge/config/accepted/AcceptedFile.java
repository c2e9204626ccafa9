package io.meshgauge.config.accepted;

import io.meshgauge.config.section.Section;
import io.meshgauge.experiment.Environment;
import io.meshgauge.measure.Metric;
import io.meshgauge.trend.AcceptedSessions;
import io.meshgauge.trend.ArmFigures;
import io.meshgauge.trend.SessionFigures;
import io.meshgauge.yaml.InvalidInputException;
import io.meshgauge.yaml.Place;
import io.meshgauge.yaml.Problems;
import io.meshgauge.yaml.Value;
import io.meshgauge.yaml.Value.Entry;
import io.meshgauge.yaml.Value.Mapping;
import io.meshgauge.yaml.Value.Scalar;
import io.meshgauge.yaml.YamlReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds and reads files of accepted sessions. JSON is YAML, so that every problem has its file and
 * line.
 */
public final class AcceptedFile {
  /** Folder of the files, in an installation. */
  public static final Path FOLDER = Path.of("accepted");

  private static final String EXTENSION = ".json";

  /** Twenty sessions of ten arms, twenty blocks each. */
  private static final int MAX_CHARACTERS = 4 << 20;

  private static final YamlReader.Format FORMAT =
      new YamlReader.Format(
          "accepted sessions",
          "the JSON that \"meshgauge accept\" writes",
          "docs/pipelines.md",
          MAX_CHARACTERS,
          10,
          0);

  private static final String WRITTEN = "what \"meshgauge accept\" writes there";
  private static final String ADVICE = "accept the sessions again: ./meshgauge accept DIR…";

  private static final String NUMBER = "-?\\d+(\\.\\d+)?([eE][-+]?\\d+)?";

  /** e to this power is beyond all values of a metric. */
  private static final double MAX_LOGARITHM = 100;

  private final Problems problems;

  private AcceptedFile(Problems problems) {
    this.problems = problems;
  }

  /**
   * The file of a reference.
   *
   * @param home an installation
   * @param name of a reference in {@link #FOLDER}, or the path of a file that ends with {@code
   *     .json}
   */
  public static Path of(Path home, String name) {
    return name.endsWith(EXTENSION)
        ? Path.of(name)
        : home.resolve(FOLDER).resolve(name + EXTENSION);
  }

  /**
   * Reads accepted sessions.
   *
   * @throws InvalidInputException with all problems of the file
   */
  public static AcceptedSessions read(Path file) {
    Problems problems = new Problems();
    String text = "";
    try {
      text = Files.readString(file);
    } catch (IOException e) {
      problems.wrong(
          Place.of(file.toString()),
          "there are no accepted sessions: " + e.getClass().getSimpleName(),
          "a file that \"meshgauge accept\" has written",
          "accept a session first: ./meshgauge accept reports/runs/... --as NAME");
    }
    problems.refuseIfAny();
    Optional<AcceptedSessions> accepted = read(text, file.toString(), problems);
    problems.refuseIfAny();
    return accepted.orElseThrow();
  }

  /** Accepted sessions from the text of their file; empty with problems. */
  static Optional<AcceptedSessions> read(String text, String label, Problems problems) {
    return new YamlReader(label, FORMAT, problems)
        .read(text)
        .flatMap(tree -> new AcceptedFile(problems).sessions(tree));
  }

  private Optional<AcceptedSessions> sessions(Mapping tree) {
    Section top =
        Section.of(tree, List.of("format", "formatVersion", "name", "sessions"), problems);
    constant(top, "format", AcceptedSessions.FORMAT);
    constant(top, "formatVersion", Integer.toString(AcceptedSessions.FORMAT_VERSION));
    String name = text(top, "name");
    List<SessionFigures> sessions =
        mappings(top, "sessions", "a session").flatMap(it -> session(it).stream()).toList();
    if (sessions.isEmpty()) {
      wrong(tree.place(), "there is no complete session");
      return Optional.empty();
    }
    SessionFigures first = sessions.get(0);
    for (SessionFigures other : sessions) {
      String differences = String.join("; ", first.differencesFrom(other, Set.of()));
      if (!differences.isEmpty()) {
        wrong(
            tree.place(),
            "sessions %s and %s differ in %s"
                .formatted(first.session(), other.session(), differences));
      }
    }
    return Optional.of(new AcceptedSessions(name, sessions));
  }

  private Optional<SessionFigures> session(Mapping tree) {
    Section section =
        Section.of(
            tree,
            List.of("session", "started", "archive", "environment", "load", "arms"),
            problems);
    Optional<Instant> started = started(section);
    String archive = text(section, "archive");
    if (!archive.isEmpty() && !archive.matches("[0-9a-f]{64}")) {
      wrong(tree.place(), "archive is \"%s\", not a SHA-256".formatted(archive));
    }
    String name = text(section, "session");
    List<ArmFigures> arms = mappings(section, "arms", "an arm").map(this::arm).toList();
    Environment environment = facts(section, "environment");
    Environment load = facts(section, "load");
    return started.map(at -> new SessionFigures(name, at, archive, environment, load, arms));
  }

  private Optional<Instant> started(Section section) {
    String text = text(section, "started");
    try {
      return text.isEmpty() ? Optional.empty() : Optional.of(Instant.parse(text));
    } catch (DateTimeException e) {
      wrong(section.place(), "started is \"%s\", not a time in UTC".formatted(text));
      return Optional.empty();
    }
  }

  private ArmFigures arm(Mapping tree) {
    Section section =
        Section.of(tree, List.of("plan", "variant", "model", "choices", "logarithms"), problems);
    Map<Metric, SortedMap<Integer, Double>> logs = new EnumMap<>(Metric.class);
    section
        .mapping("logarithms")
        .ifPresent(metrics -> metrics.entries().forEach((key, entry) -> metric(key, entry, logs)));
    return new ArmFigures(
        text(section, "plan"),
        text(section, "variant"),
        section.bool("model").orElse(false),
        Section.texts("choices", section, problems),
        logs);
  }

  private void metric(String key, Entry entry, Map<Metric, SortedMap<Integer, Double>> logs) {
    Optional<Metric> metric = Metric.ofKey(key).filter(SessionFigures.METRICS::contains);
    if (metric.isEmpty()) {
      problems.wrong(
          entry.key(),
          "unknown metric \"%s\"".formatted(key),
          "one of "
              + SessionFigures.METRICS.stream().map(Metric::key).collect(Collectors.joining(", ")),
          ADVICE);
      return;
    }
    SortedMap<Integer, Double> blocks = new TreeMap<>();
    mapping(key, entry.value())
        .ifPresent(tree -> tree.entries().forEach((block, value) -> block(block, value, blocks)));
    if (!blocks.isEmpty()) {
      logs.put(metric.get(), blocks);
    }
  }

  private void block(String block, Entry entry, SortedMap<Integer, Double> blocks) {
    if (!block.matches("[1-9]\\d{0,5}")) {
      wrong(entry.key(), "block \"%s\" is not a number from 1".formatted(block));
    } else if (entry.value() instanceof Scalar scalar
        && scalar.text().matches(NUMBER)
        && Math.abs(Double.parseDouble(scalar.text())) <= MAX_LOGARITHM) {
      blocks.put(Integer.parseInt(block), Double.parseDouble(scalar.text()));
    } else {
      problems.wrong(
          entry.value().place(),
          "block %s is %s".formatted(block, entry.value().describe()),
          "a logarithm from -100 to 100",
          ADVICE);
    }
  }

  private Environment facts(Section section, String key) {
    if (section.mapping(key).isEmpty()) {
      wrong(section.place(), "there is no \"%s\"".formatted(key));
    }
    return new Environment(Section.texts(key, section, problems));
  }

  private Stream<Mapping> mappings(Section section, String key, String what) {
    return section.list(key).stream().flatMap(value -> mapping(what, value).stream());
  }

  private Optional<Mapping> mapping(String what, Value value) {
    if (value instanceof Mapping mapping) {
      return Optional.of(mapping);
    }
    wrong(value.place(), "%s is %s".formatted(what, value.describe()));
    return Optional.empty();
  }

  private void constant(Section section, String key, String expected) {
    Optional<Scalar> found = section.scalar(key, expected);
    if (found.filter(it -> it.text().equals(expected)).isEmpty()) {
      problems.wrong(
          found.map(Scalar::place).orElse(section.place()),
          "%s is %s".formatted(key, found.map(Scalar::describe).orElse("missing")),
          expected,
          "a file of another kind, or of a newer version: " + ADVICE);
    }
  }

  private String text(Section section, String key) {
    Optional<String> text = section.scalar(key, WRITTEN).map(Scalar::text);
    if (text.isEmpty() && section.value(key).isEmpty()) {
      wrong(section.place(), "there is no \"%s\"".formatted(key));
    }
    return text.orElse("");
  }

  private void wrong(Place place, String what) {
    problems.wrong(place, what, WRITTEN, ADVICE);
  }
}
