package io.meshgauge.report.gate;

import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.Warning;
import io.meshgauge.report.CriterionResult;
import io.meshgauge.report.Finding;
import io.meshgauge.report.Finding.Tone;
import io.meshgauge.report.Report;
import io.meshgauge.report.arm.ReportText;
import io.meshgauge.stats.Interval;
import io.meshgauge.text.Messages;
import io.meshgauge.trend.AcceptedSessions;
import io.meshgauge.trend.ArmFigures;
import io.meshgauge.trend.RegressionCheck;
import io.meshgauge.trend.RegressionCheck.Outcome;
import io.meshgauge.trend.RegressionCheck.Row;
import io.meshgauge.trend.RegressionCheck.Source;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Adds the comparison with accepted sessions to a report: conclusions, criteria and warnings. */
public final class GateReport {
  /** Beginning of the names of the criteria. */
  public static final String CRITERION = "regression ";

  private GateReport() {}

  /** The report with what the comparison found. */
  public static Report of(Report report, RegressionCheck check) {
    Map<ArmFigures, List<Row>> byArm =
        check.rows().stream()
            .collect(Collectors.groupingBy(Row::arm, LinkedHashMap::new, Collectors.toList()));
    List<Finding> findings = new ArrayList<>();
    byArm.forEach((arm, rows) -> findings.add(finding(check, arm, rows)));
    return report.with(
        findings,
        check.rows().stream().map(row -> criterion(check, row)).toList(),
        warnings(check));
  }

  /** The report of a session that is not compared. */
  public static Report refused(Report report, AcceptedSessions accepted, List<String> facts) {
    return report.with(
        List.of(),
        List.of(),
        List.of(
            new Warning(
                Warning.Kind.NOT_COMPARED,
                Messages.get("gate.subject"),
                refusal(accepted, facts))));
  }

  /** Why a session is not compared: what differs, and what to do. */
  public static String refusal(AcceptedSessions accepted, List<String> facts) {
    return Messages.get(
        "gate.refusal",
        Messages.get("gate.not-compared"),
        accepted.name(),
        ReportText.instant(accepted.latest().started()),
        String.join("; ", facts));
  }

  /** Why a report was not compared; empty if it was, or if no comparison was asked for. */
  public static Optional<String> refusalIn(Report report) {
    return report.warnings().stream()
        .filter(it -> it.kind() == Warning.Kind.NOT_COMPARED)
        .map(Warning::text)
        .findFirst();
  }

  private static List<Warning> warnings(RegressionCheck check) {
    List<String> words = new ArrayList<>(check.notes());
    if (check.rows().stream().anyMatch(row -> row.source() == Source.UNKNOWN)) {
      words.add(Messages.get("gate.spread-warning"));
    }
    return words.stream().map(text -> new Warning(Messages.get("gate.subject"), text)).toList();
  }

  private static Finding finding(RegressionCheck check, ArmFigures arm, List<Row> rows) {
    Map<Outcome, List<Row>> found = new EnumMap<>(Outcome.class);
    rows.forEach(row -> found.computeIfAbsent(row.outcome(), key -> new ArrayList<>()).add(row));
    String against =
        check.reference().isArm()
            ? Messages.get("gate.against-arm", arm.label(), arm.plan(), check.reference().name())
            : Messages.get(
                "gate.against",
                arm.label(),
                arm.plan(),
                ReportText.count(check.reference().sessions(), "accepted session"),
                check.reference().name());
    String margin = margin(check);
    List<String> sentences = new ArrayList<>();
    of(found, Outcome.REGRESSION)
        .ifPresent(these -> sentences.add(Messages.get("gate.regression", margin, list(these))));
    of(found, Outcome.UNCONFIRMED)
        .ifPresent(these -> sentences.add(Messages.get("gate.unconfirmed", margin, list(these))));
    of(found, Outcome.NONE)
        .ifPresent(these -> sentences.add(Messages.get("gate.none", margin, list(these))));
    of(found, Outcome.UNDECIDED)
        .ifPresent(
            these ->
                sentences.add(
                    Messages.get(
                        "gate.undecided",
                        list(these),
                        these.stream()
                            .map(
                                row ->
                                    row.metric().brief()
                                        + " "
                                        + Amounts.change(row.detectable(check.margin())))
                            .collect(Collectors.joining(", ")))));
    return new Finding(
        arm.arm(),
        arm.plan(),
        found.containsKey(Outcome.REGRESSION) ? Tone.REGRESSED : Tone.ACCEPTED,
        "%s: %s.".formatted(against, String.join("; ", sentences)),
        List.of(
            rows.stream().map(GateReport::change).collect(Collectors.joining(" · "))
                + " ("
                + spread(rows)
                + ")."));
  }

  private static Optional<List<Row>> of(Map<Outcome, List<Row>> found, Outcome outcome) {
    return Optional.ofNullable(found.get(outcome));
  }

  private static String list(List<Row> rows) {
    return ReportText.list(rows.stream().map(Row::metric).map(Metric::brief).toList());
  }

  /** A change with its interval, for example {@code p50 +9.8 % [+4.1 +15.8]}. */
  private static String change(Row row) {
    Interval interval = row.interval();
    return "%s %s %s"
        .formatted(
            row.metric().brief(),
            Amounts.change(row.relative()),
            Amounts.bracketed(interval.low(), interval.high(), GateReport::percent));
  }

  private static String percent(double ratio) {
    return Amounts.change(ratio).replace(" %", "");
  }

  /** Standard deviation between sessions and its source, for example {@code sd p50 1.8 %, …}. */
  private static String spread(List<Row> rows) {
    String deviations =
        rows.stream()
            .flatMap(
                row ->
                    row.spread().stream()
                        .map(
                            it ->
                                "%s %s %%"
                                    .formatted(
                                        row.metric().brief(),
                                        Amounts.fixed(100 * it.deviation(), 1))))
            .collect(Collectors.joining(", "));
    Row first = rows.get(0);
    int sessions = first.spread().map(it -> it.sessions()).orElse(0);
    return switch (first.source()) {
      case ACCEPTED -> Messages.get("gate.spread-accepted", deviations);
      case LEDGER ->
          Messages.get("gate.spread-ledger", ReportText.count(sessions, "session"), deviations);
      case UNKNOWN -> Messages.get("gate.spread-unknown");
      case SAME_SESSION -> Messages.get("gate.spread-none");
    };
  }

  /** The criterion of a row. */
  public static CriterionResult criterion(RegressionCheck check, Row row) {
    String margin = margin(check);
    String verdict =
        switch (row.outcome()) {
          case REGRESSION -> Messages.get("gate.is-regression", margin);
          case UNCONFIRMED -> Messages.get("gate.is-unconfirmed", margin);
          case NONE -> Messages.get("gate.is-none", margin);
          case UNDECIDED ->
              Messages.get("gate.is-undecided", Amounts.change(row.detectable(check.margin())));
        };
    return new CriterionResult(
        row.arm().arm(),
        row.arm().plan(),
        "%s%s <= %s".formatted(CRITERION, row.metric().key(), margin),
        row.outcome() != Outcome.REGRESSION,
        Messages.get(
            check.reference().isArm() ? "gate.criterion-arm" : "gate.criterion",
            change(row),
            check.reference().name(),
            verdict,
            p(row.adjustedP())));
  }

  /** The margin, for example {@code 5 %}. */
  private static String margin(RegressionCheck check) {
    return Amounts.fixed(100 * check.margin(), 1).replaceFirst("\\.0$", "") + " %";
  }

  private static String p(double p) {
    String text = Amounts.probability(p);
    return text.startsWith("<") ? "p " + text : "p = " + text;
  }
}
