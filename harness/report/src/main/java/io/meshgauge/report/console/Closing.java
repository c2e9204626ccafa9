package io.meshgauge.report.console;

import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Run;
import io.meshgauge.measure.Warning;
import io.meshgauge.report.CriterionResult;
import io.meshgauge.report.Finding;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.Report;
import io.meshgauge.report.arm.Arm;
import io.meshgauge.report.arm.Promises;
import io.meshgauge.report.arm.ReportText;
import io.meshgauge.report.table.RunTables;
import io.meshgauge.report.table.Table;
import io.meshgauge.text.Messages;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Last part: evidence, excluded runs, warnings, verdict. */
record Closing(Report report) {
  static final String GOOD_MARK = "✓";
  static final String BAD_MARK = "✗";

  /** What held, held of the calls that could be seen. */
  static final String IN_PART_MARK = "!";

  void print(Page page) {
    page.blank();
    page.title(Messages.get("console.evidence"));
    for (PlanReport plan : report.plans()) {
      plan.arms().forEach(arm -> evidence(page, arm));
    }
    excluded(page);
    report.plans().forEach(plan -> exclusions(page, plan));
    reservations(page);
    verdict(page);
  }

  /** What was observed of an arm, and each promise that was not. */
  void evidence(Page page, Arm arm) {
    List<Promises.Line> lines = Promises.of(arm);
    String who =
        report.plans().size() > 1
            ? Messages.get("console.under", arm.label(), arm.plan().name())
            : arm.label();
    if (lines.isEmpty()) {
      page.bullet(Style.DIM, "-", Messages.get("console.nothing-observed", who));
      return;
    }
    boolean held = lines.stream().noneMatch(Promises.Line::broken);
    boolean inPart = Promises.inPart(arm);
    page.bullet(
        inPart ? Style.DIM : held ? Style.GOOD : Style.BAD,
        inPart ? IN_PART_MARK : held ? GOOD_MARK : BAD_MARK,
        who + ": " + Promises.countsInWords(arm));
    alike(lines.stream().filter(line -> !line.claimed()), Shown::unclaimed)
        .forEach(
            (shown, of) ->
                page.bullet(
                    Style.DIM,
                    "   ",
                    Messages.get(
                        "console.not-claimed",
                        ReportText.of(shown.promise()),
                        subjects(of),
                        shown.observed())));
    alike(lines.stream().filter(line -> !line.held()), Shown::of)
        .forEach(
            (shown, of) ->
                page.bullet(
                    of.get(0).broken() ? Style.BAD : Style.DIM,
                    "   ",
                    Messages.get(
                        "console.not-observed",
                        ReportText.of(shown.promise()),
                        subjects(of),
                        shown.expected(),
                        shown.observed(),
                        of.get(0).folder(),
                        of.get(0).worst().source())));
  }

  private static Map<Shown, List<Promises.Line>> alike(
      Stream<Promises.Line> lines, Function<Promises.Line, Shown> shown) {
    return lines.collect(Collectors.groupingBy(shown, LinkedHashMap::new, Collectors.toList()));
  }

  private static String subjects(List<Promises.Line> lines) {
    return lines.stream().map(Promises.Line::subject).collect(Collectors.joining("; "));
  }

  /** What several places of a guarantee may have in common: one cause is said once. */
  private record Shown(Promise promise, String expected, String observed) {
    static Shown unclaimed(Promises.Line line) {
      return new Shown(line.promise(), "", line.worst().observed());
    }

    static Shown of(Promises.Line line) {
      return new Shown(line.promise(), line.worst().expected(), line.worst().observed());
    }
  }

  private void excluded(Page page) {
    List<Run> excluded = report.session().runs().stream().filter(run -> !run.valid()).toList();
    if (excluded.isEmpty()) {
      return;
    }
    page.blank();
    page.title(Messages.get("console.excluded"));
    for (Run run : excluded) {
      String reasons =
          String.join(
              "; ", run.reasons().stream().map(r -> r.rule() + ": " + r.summary()).toList());
      page.bullet(
          Style.BAD,
          BAD_MARK,
          Messages.get(
              "console.excluded-run", run.trial().folder(), ReportText.of(run.outcome()), reasons));
    }
  }

  /** Counts of void runs by arm, and the effect of their exclusion; nothing if none was void. */
  private static void exclusions(Page page, PlanReport plan) {
    if (!plan.exclusions().any()) {
      return;
    }
    titled(page, RunTables.exclusions(plan));
    Table differences = RunTables.withVoid(plan);
    if (!differences.isEmpty()) {
      titled(page, differences);
    }
  }

  private static void titled(Page page, Table table) {
    page.blank();
    page.title(table.title());
    page.table(table);
    page.note(table.note());
  }

  private void reservations(Page page) {
    if (report.warnings().isEmpty()) {
      return;
    }
    page.blank();
    page.title(Messages.get("console.warnings"));
    for (Warning warning : report.warnings()) {
      page.bullet(Style.DIM, "!", warning.subject() + ": " + warning.text());
    }
  }

  private void verdict(Page page) {
    page.blank();
    page.title(Messages.get("console.verdict"));
    for (Finding finding : report.findings()) {
      boolean good = finding.good();
      page.bullet(good ? Style.GOOD : Style.BAD, good ? GOOD_MARK : BAD_MARK, finding.headline());
      finding.details().forEach(detail -> page.bullet(Style.DIM, " ", detail));
    }
    AdviceText.print(report, page);
    page.blank();
    judgement(report, page);
    for (CriterionResult broken : report.broken()) {
      page.bullet(Style.BAD, BAD_MARK, broken.sentence());
    }
    page.plain(Messages.get("console.repeat", report.session().command()));
  }

  /** Whether the build passes, in a sentence. */
  static void judgement(Report report, Page page) {
    page.styled(
        report.green() ? Style.GOOD : Style.BAD,
        report.green()
            ? Messages.get("report.green", report.headline())
            : Messages.get("report.red", report.headline()));
  }
}
