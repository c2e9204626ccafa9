package io.meshgauge.report.console;

import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.Unit;
import io.meshgauge.measure.Warning;
import io.meshgauge.report.Arm;
import io.meshgauge.report.Arm.EvidenceMark;
import io.meshgauge.report.Contrast;
import io.meshgauge.report.CriterionResult;
import io.meshgauge.report.Finding;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.Promises;
import io.meshgauge.report.Report;
import io.meshgauge.report.ReportText;
import io.meshgauge.stats.Comparison;
import io.meshgauge.stats.Interval;
import io.meshgauge.stats.Verdict;
import io.meshgauge.text.Messages;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a run means, for the end of a console: a table for each plan, a sentence or two for each
 * variant, what is not decided, and whether the build passes. {@link ConsoleFormat} has the rest.
 */
public final class BriefText {
  private static final int COLUMNS = 100;
  private static final int MOST_SENTENCES = 6;
  private static final String NONE = "-";

  private static final List<Metric> REQUESTS =
      List.of(
          Metric.RESPONSE_P50,
          Metric.RESPONSE_P95,
          Metric.RESPONSE_P99,
          Metric.CPU_SYSTEM,
          Metric.MEMORY_SYSTEM);

  private final Report report;
  private final Page page;

  private BriefText(Report report) {
    this.report = report;
    this.page = new Page(false, COLUMNS);
  }

  /** The text of a report, lines of at most 100 columns unless a table is wider. */
  public static String of(Report report) {
    BriefText brief = new BriefText(report);
    report.otherWork().ifPresent(sentence -> brief.page.styled(Style.BAD, sentence));
    report.plans().forEach(brief::plan);
    brief.sentences();
    brief.open();
    brief.warnings();
    brief.judgement();
    return brief.page.text();
  }

  private void plan(PlanReport plan) {
    page.title(
        "%s, %s"
            .formatted(
                PlanTables.capitalised(plan.atRate()),
                ReportText.count(
                    report.session().experiment().protocol().replicates(), "replicate")));
    page.table(
        plan.plan().isSteady() || plan.plan().hasRate()
            ? requests(plan)
            : new CostTable(plan).table());
    page.blank();
  }

  private static TextTable requests(PlanReport plan) {
    CostTable costs = new CostTable(plan);
    TextTable table =
        new TextTable(
            Set.of(0, REQUESTS.size() + 1),
            Messages.get("console.variant"),
            "p50 ms",
            "p95 ms",
            "p99 ms",
            "CPU-s/1000",
            "MiB",
            Messages.get("console.of-evidence"));
    for (Arm arm : plan.arms()) {
      List<String> cells = new ArrayList<>(List.of(arm.label()));
      REQUESTS.forEach(metric -> cells.add(costs.value(arm, metric)));
      cells.add(
          arm.evidenceMark() == EvidenceMark.OBSERVED
              ? Promises.words(arm)
              : ReportText.of(arm.evidenceMark()));
      table.row(cells);
    }
    return table;
  }

  private void sentences() {
    List<Finding> findings = report.findings();
    findings.stream()
        .limit(MOST_SENTENCES)
        .forEach(
            finding ->
                page.bullet(
                    Style.DIM,
                    Closing.good(finding) ? Closing.GOOD_MARK : Closing.BAD_MARK,
                    sentence(finding)));
    if (findings.size() > MOST_SENTENCES) {
      page.plain(Messages.get("console.brief-further", findings.size() - MOST_SENTENCES));
    }
  }

  /** In words of a typical request, where both response times were compared. */
  private String sentence(Finding finding) {
    Optional<PlanReport> plan =
        report.plans().stream().filter(it -> it.name().equals(finding.plan())).findFirst();
    Optional<Contrast> contrast = plan.flatMap(it -> it.contrast(finding.variant()));
    if (finding.tone() != Finding.Tone.COMPARED || contrast.isEmpty()) {
      return finding.headline();
    }
    Optional<Comparison> typical = contrast.get().on(Metric.RESPONSE_P50);
    Optional<Comparison> slowest = contrast.get().on(Metric.RESPONSE_P99);
    if (typical.isEmpty() || slowest.isEmpty()) {
      return finding.headline();
    }
    if (Stream.of(typical.get(), slowest.get())
        .anyMatch(it -> it.difference().interval().isEmpty())) {
      return Messages.get(
          "console.brief-guess",
          contrast.get().arm().label(),
          added(typical.get()),
          added(slowest.get()),
          Promises.observed(contrast.get().arm()));
    }
    return Messages.get(
        "console.brief-adds",
        contrast.get().arm().label(),
        time(typical.get()),
        time(slowest.get()),
        change(contrast.get(), Metric.CPU_SYSTEM),
        change(contrast.get(), Metric.MEMORY_SYSTEM),
        Promises.observed(contrast.get().arm()));
  }

  private static String added(Comparison comparison) {
    return Amounts.difference(comparison.metric().unit(), comparison.difference().absolute());
  }

  /** How much longer requests take, as closely as it is known: with an interval. */
  private static String time(Comparison comparison) {
    if (comparison.verdict() == Verdict.EQUIVALENT) {
      return Messages.get("console.brief-alike");
    }
    Unit unit = comparison.metric().unit();
    double added = comparison.difference().absolute();
    Interval interval = comparison.difference().interval().orElseThrow();
    String range =
        Amounts.range(
            Amounts.signed(unit, interval.low()), Amounts.difference(unit, interval.high()));
    return comparison.verdict() == Verdict.UNDECIDED
        ? Messages.get("console.brief-between", range)
        : Messages.get(
            added > 0 ? "console.brief-longer" : "console.brief-shorter",
            Amounts.text(unit, Math.abs(added)),
            comparison.difference().relative().isPresent()
                ? Amounts.change(comparison.difference().relative().getAsDouble()) + ", " + range
                : range);
  }

  private static String change(Contrast contrast, Metric metric) {
    Optional<Comparison> found = contrast.on(metric);
    if (found.isEmpty() || found.get().difference().relative().isEmpty()) {
      return NONE;
    }
    return switch (found.get().verdict()) {
      case HIGHER, LOWER -> Amounts.change(found.get().difference().relative().getAsDouble());
      case EQUIVALENT -> Messages.get("console.brief-unchanged");
      case UNDECIDED -> Messages.get("console.brief-undecided");
    };
  }

  /** Differences from the baseline that the session does not decide. */
  private void open() {
    String open =
        Stream.of(Metric.RESPONSE_P50, Metric.RESPONSE_P99, Metric.CPU_SYSTEM)
            .map(metric -> metric.brief() + " (" + String.join(", ", undecided(metric)) + ")")
            .filter(text -> !text.endsWith("()"))
            .collect(Collectors.joining("; "));
    if (!open.isEmpty()) {
      page.bullet(Style.DIM, "?", Messages.get("console.brief-open", open));
    }
  }

  private List<String> undecided(Metric metric) {
    return report.plans().stream()
        .flatMap(plan -> plan.contrasts().stream())
        .filter(
            contrast ->
                contrast.on(metric).filter(it -> it.verdict() == Verdict.UNDECIDED).isPresent())
        .map(contrast -> contrast.arm().name())
        .distinct()
        .toList();
  }

  private void warnings() {
    String subjects =
        report.warnings().stream()
            .map(Warning::subject)
            .distinct()
            .collect(Collectors.joining(", "));
    if (!subjects.isEmpty()) {
      page.bullet(
          Style.DIM, Closing.IN_PART_MARK, Messages.get("console.brief-warnings", subjects));
    }
  }

  private void judgement() {
    page.blank();
    Closing.judgement(report, page);
    List<CriterionResult> broken = report.broken();
    broken.stream()
        .limit(1)
        .forEach(it -> page.bullet(Style.BAD, Closing.BAD_MARK, Closing.words(it)));
    if (broken.size() > 1) {
      page.plain(Messages.get("console.brief-more", broken.size() - 1));
    }
  }
}
