package io.meshgauge.report.arm;

import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Session;
import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.Unit;
import io.meshgauge.stats.Difference;
import io.meshgauge.text.Messages;
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
    return name.isEmpty() ? "" : " " + Messages.get("report.application", name);
  }

  /** A constant in a sentence, for example {@code plaintext probe}. */
  public static String of(Enum<?> constant) {
    String type = constant.getDeclaringClass().getSimpleName().toLowerCase(Locale.ROOT);
    return Messages.of("report.constant." + type, constant);
  }

  /** A constant as programs read it, in every language {@code plaintext_probe}. */
  public static String key(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /** A count with its noun, for example {@code 1 run} or {@code 3 runs}. */
  public static String count(long count, String noun) {
    return Messages.count(count, "count." + noun.toLowerCase(Locale.ROOT).replace(' ', '-'));
  }

  /** A count of criteria, for example {@code 12 criteria}. */
  public static String criteria(int count) {
    return Messages.count(count, "count.criterion");
  }

  /** A count of runs with an outcome, for example {@code 2 valid}. */
  public static String runs(long count, Outcome outcome) {
    return Messages.count(count, "report.runs-" + key(outcome));
  }

  /** Executed runs of a session, for example {@code 9 of 9 planned runs and 1 repeat}. */
  public static String executed(Session session) {
    String planned = Messages.count(session.planned(), "report.of-planned-run");
    return session.repeats() == 0
        ? Messages.get("report.part", session.executed(), planned)
        : Messages.get(
            "report.executed-and-repeated",
            session.executed(),
            planned,
            Messages.count(session.repeats(), "count.repeat"));
  }

  /** A difference with its interval, as far as it has one. */
  public static String difference(Unit unit, Difference difference) {
    String amount = Amounts.difference(unit, difference.absolute());
    return difference
        .interval()
        .map(
            it ->
                Messages.get(
                    "report.difference", amount, Amounts.interval(unit, it.low(), it.high())))
        .orElse(amount);
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
    int last = items.size() - 1;
    return Messages.get(
        "report.list-and", String.join(", ", items.subList(0, last)), items.get(last));
  }
}
