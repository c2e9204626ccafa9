package io.meshgauge.report;

import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Session;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;

/** The words the report prints for values of the harness. */
public final class ReportText {
  private ReportText() {}

  /** The application of an experiment, after a separator; empty in archives that do not say. */
  public static String application(Experiment experiment) {
    String name = experiment.application().name();
    return name.isEmpty() ? "" : " · application " + name;
  }

  /** A constant in a sentence, for example {@code plaintext probe}. */
  public static String of(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** A constant in JSON and CSV, for example {@code plaintext_probe}. */
  public static String key(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /** A count with its noun, for example {@code 1 run} or {@code 3 runs}. */
  public static String count(long count, String noun) {
    return count + " " + noun + (count == 1 ? "" : "s");
  }

  /** A count of criteria, for example {@code 12 criteria}. */
  public static String criteria(int count) {
    return count + (count == 1 ? " criterion" : " criteria");
  }

  /** Executed runs of a session, for example {@code 9 of 9 planned runs and 1 repeat}. */
  public static String executed(Session session) {
    String runs = session.executed() + " of " + count(session.planned(), "planned run");
    return session.repeats() == 0 ? runs : runs + " and " + count(session.repeats(), "repeat");
  }

  /** A point in time to the second, for example {@code 2026-11-21 14:58:14 UTC}. */
  public static String instant(Instant instant) {
    String second = instant.truncatedTo(ChronoUnit.SECONDS).toString();
    return second.replace("T", " ").replace("Z", " UTC");
  }

  /** A point in time as JUnit's schema requires it: UTC to the second, without a zone. */
  public static String xsdDateTime(Instant instant) {
    return instant.truncatedTo(ChronoUnit.SECONDS).toString().replace("Z", "");
  }

  /** A list in a sentence, for example {@code a, b and c}. */
  public static String list(List<String> items) {
    if (items.size() < 2) {
      return String.join("", items);
    }
    return String.join(", ", items.subList(0, items.size() - 1))
        + " and "
        + items.get(items.size() - 1);
  }
}
