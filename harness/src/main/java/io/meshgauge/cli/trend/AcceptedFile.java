package io.meshgauge.cli.trend;

import io.meshgauge.measure.Metric;
import io.meshgauge.report.json.AcceptedJson;
import io.meshgauge.trend.AcceptedSessions;
import io.meshgauge.trend.ArmFigures;
import io.meshgauge.trend.SessionFigures;
import io.meshgauge.yaml.InvalidInputException;
import io.meshgauge.yaml.Place;
import io.meshgauge.yaml.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;

/** A file of accepted sessions, which {@code meshgauge accept} writes. */
final class AcceptedFile {
  private static final String EXTENSION = ".json";

  /** Twenty sessions of ten arms, twenty blocks each. */
  private static final int MAX_CHARACTERS = 4 << 20;

  /** e to this power is beyond all values of a metric. */
  private static final double MAX_LOGARITHM = 100;

  private static final String KIND =
      AcceptedSessions.FORMAT + " " + AcceptedSessions.FORMAT_VERSION;
  private static final String WRITTEN = "what \"meshgauge accept\" writes there";
  private static final String ADVICE = "accept the sessions again: ./meshgauge accept DIR…";

  private final Place place;

  private AcceptedFile(String label) {
    this.place = Place.of(label);
  }

  /**
   * The file of a reference.
   *
   * @param home an installation
   * @param name of a reference in its folder {@code accepted}, or the path of a file that ends with
   *     {@code .json}
   */
  static Path of(Path home, String name) {
    return name.endsWith(EXTENSION)
        ? Path.of(name)
        : home.resolve("accepted").resolve(name + EXTENSION);
  }

  /**
   * Reads accepted sessions.
   *
   * @throws InvalidInputException with the first problem of the file
   */
  static AcceptedSessions read(Path file) {
    try {
      return read(Files.readString(file), file.toString());
    } catch (IOException e) {
      throw refused(
          Place.of(file.toString()),
          "there are no accepted sessions: " + e.getClass().getSimpleName(),
          "a file that \"meshgauge accept\" has written",
          "accept a session first: ./meshgauge accept reports/runs/... --as NAME");
    }
  }

  /** Accepted sessions from the text of their file. */
  static AcceptedSessions read(String text, String label) {
    return new AcceptedFile(label).sessions(text);
  }

  private AcceptedSessions sessions(String text) {
    if (text.length() > MAX_CHARACTERS) {
      throw refused("it has more than %d characters".formatted(MAX_CHARACTERS));
    }
    try {
      String kind = AcceptedJson.kind(text);
      if (!kind.equals(KIND)) {
        throw refused(
            place,
            "its format is \"%s\"".formatted(kind),
            KIND,
            "a file of another kind, or of a newer version: " + ADVICE);
      }
      AcceptedSessions accepted = AcceptedJson.read(text);
      examine(accepted.sessions());
      return accepted;
    } catch (JacksonException e) {
      TokenStreamLocation at = e.getLocation();
      Place damaged =
          at == null ? place : new Place(place.source(), at.getLineNr(), at.getColumnNr());
      throw refused(damaged, e.getOriginalMessage(), WRITTEN, ADVICE);
    }
  }

  private void examine(List<SessionFigures> sessions) {
    if (sessions.isEmpty()) {
      throw refused("there is no session");
    }
    SessionFigures first = sessions.get(0);
    for (SessionFigures session : sessions) {
      String name = session.session();
      if (!session.archive().matches("[0-9a-f]{64}")) {
        throw refused("archive of %s is \"%s\", not a SHA-256".formatted(name, session.archive()));
      }
      session.arms().forEach(this::examine);
      String differences = String.join("; ", first.differencesFrom(session, Set.of()));
      if (!differences.isEmpty()) {
        throw refused(
            "sessions %s and %s differ in %s".formatted(first.session(), name, differences));
      }
    }
  }

  private void examine(ArmFigures arm) {
    arm.logs().forEach((metric, blocks) -> examine(arm, metric, blocks));
  }

  private void examine(ArmFigures arm, Metric metric, SortedMap<Integer, Double> blocks) {
    boolean followed = SessionFigures.METRICS.contains(metric);
    blocks.forEach(
        (block, logarithm) -> {
          if (!followed || block < 1 || !(Math.abs(logarithm) <= MAX_LOGARITHM)) {
            throw refused(
                place,
                "%s of %s in block %d is %s".formatted(metric.key(), arm.label(), block, logarithm),
                "a block from 1, and a logarithm from -100 to 100 of one of "
                    + SessionFigures.METRICS.stream().map(Metric::key).toList(),
                ADVICE);
          }
        });
  }

  private InvalidInputException refused(String what) {
    return refused(place, what, WRITTEN, ADVICE);
  }

  private static InvalidInputException refused(
      Place place, String what, String expected, String advice) {
    return new InvalidInputException(
        List.of(new Problem(place, Problem.Kind.WRONG, what, expected, advice)));
  }
}
