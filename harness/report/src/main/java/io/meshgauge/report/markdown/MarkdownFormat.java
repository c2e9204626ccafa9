package io.meshgauge.report.markdown;

import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.Unit;
import io.meshgauge.report.Arm;
import io.meshgauge.report.Contrast;
import io.meshgauge.report.CriterionResult;
import io.meshgauge.report.Finding;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.Promises;
import io.meshgauge.report.Report;
import io.meshgauge.report.ReportFormat;
import io.meshgauge.report.ReportText;
import io.meshgauge.report.VisibleText;
import io.meshgauge.stats.Comparison;
import io.meshgauge.stats.Interval;
import io.meshgauge.stats.Verdict;
import io.meshgauge.text.Messages;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * A summary for a pull request: the verdict, differences from the baseline with their intervals,
 * evidence of each arm, and the criteria that are not met.
 */
public final class MarkdownFormat implements ReportFormat {
  @Override
  public String name() {
    return "markdown";
  }

  @Override
  public String fileName() {
    return "summary.md";
  }

  @Override
  public void write(Report report, Appendable out) throws IOException {
    StringBuilder text = new StringBuilder();
    text.append("## Meshgauge: ").append(escaped(report.session().experiment().name()));
    text.append("\n\n**")
        .append(
            escaped(
                report.green()
                    ? Messages.get("report.green", report.headline())
                    : Messages.get("report.red", report.headline())))
        .append("**\n\n");
    report.otherWork().ifPresent(it -> text.append("**").append(escaped(it)).append("**\n\n"));
    for (CriterionResult broken : report.broken()) {
      bullet(
          text, "%s × %s, %s: %s", broken.variant(), broken.plan(), broken.name(), broken.words());
    }
    for (Finding finding : report.findings()) {
      bullet(text, "%s", finding.headline());
    }
    for (PlanReport plan : report.plans()) {
      differences(text, plan);
      evidence(text, plan);
    }
    if (!report.warnings().isEmpty()) {
      text.append("\n<details><summary>")
          .append(ReportText.count(report.warnings().size(), "warning"))
          .append("</summary>\n\n");
      report.warnings().forEach(it -> bullet(text, "%s: %s", it.subject(), it.text()));
      text.append("\n</details>\n");
    }
    text.append("\nMeshgauge ")
        .append(escaped(report.session().version()))
        .append(" · ")
        .append(ReportText.instant(report.session().started()))
        .append(" · ")
        .append(ReportText.executed(report.session()))
        .append(" · ")
        .append(escaped(report.session().command()))
        .append('\n');
    out.append(text);
  }

  private static void bullet(StringBuilder text, String format, Object... values) {
    text.append("- ").append(escaped(format.formatted(values))).append('\n');
  }

  private static void differences(StringBuilder text, PlanReport plan) {
    List<Metric> metrics =
        plan.emphasis().headlines().stream()
            .filter(metric -> plan.contrasts().stream().anyMatch(it -> it.on(metric).isPresent()))
            .toList();
    if (metrics.isEmpty()) {
      return;
    }
    text.append("\n### ")
        .append(Messages.get("markdown.against", escaped(plan.atRate())))
        .append("\n\n| ")
        .append(Messages.get("markdown.variant"))
        .append(" |");
    metrics.forEach(metric -> text.append(' ').append(escaped(metric.brief())).append(" |"));
    text.append("\n|---|").append("---:|".repeat(metrics.size())).append('\n');
    for (Contrast contrast : plan.contrasts()) {
      text.append("| ").append(escaped(contrast.arm().label())).append(" |");
      for (Metric metric : metrics) {
        text.append(' ')
            .append(contrast.on(metric).map(MarkdownFormat::cell).orElse(""))
            .append(" |");
      }
      text.append('\n');
    }
    text.append('\n').append(Messages.get("markdown.legend")).append('\n');
  }

  private static String cell(Comparison found) {
    Verdict verdict = found.verdict();
    String sign = verdict.differs() ? "" : verdict.symbol() + " ";
    boolean percent = found.difference().relative().isPresent();
    Unit unit = found.metric().unit();
    String difference =
        percent
            ? Amounts.change(found.difference().relative().getAsDouble())
            : Amounts.difference(unit, found.difference().absolute());
    Optional<Interval> interval =
        percent ? found.difference().relativeInterval() : found.difference().interval();
    return escaped(
        sign
            + difference
            + interval
                .map(
                    it ->
                        " (%s)"
                            .formatted(
                                percent
                                    ? Amounts.range(
                                        Amounts.change(it.low()), Amounts.change(it.high()))
                                    : Amounts.interval(unit, it.low(), it.high())))
                .orElse(""));
  }

  private static void evidence(StringBuilder text, PlanReport plan) {
    text.append('\n')
        .append(Messages.get("markdown.evidence", escaped(plan.name())))
        .append("\n\n");
    for (Arm arm : plan.arms()) {
      String counts = Promises.countsInWords(arm);
      bullet(
          text,
          "%s: %s; %s; %s",
          arm.label(),
          ReportText.of(arm.evidenceMark()),
          counts.isEmpty() ? Messages.get("markdown.nothing-observed") : counts,
          arm.outcomes());
    }
  }

  /** On one line, without characters that Markdown or HTML would take for markup. */
  private static String escaped(String text) {
    StringBuilder shown = new StringBuilder();
    for (char c : VisibleText.of(text).toCharArray()) {
      switch (c) {
        case '<' -> shown.append("&lt;");
        case '>' -> shown.append("&gt;");
        case '&' -> shown.append("&amp;");
        case '\\', '`', '*', '_', '[', ']', '|', '#', '~', '@' -> shown.append('\\').append(c);
        default -> shown.append(c);
      }
    }
    return shown.toString();
  }
}
