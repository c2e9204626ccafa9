package io.meshgauge.report.markdown;

import io.meshgauge.report.CriterionResult;
import io.meshgauge.report.Finding;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.Report;
import io.meshgauge.report.ReportFormat;
import io.meshgauge.report.VisibleText;
import io.meshgauge.report.arm.Arm;
import io.meshgauge.report.arm.Promises;
import io.meshgauge.report.arm.ReportText;
import io.meshgauge.report.published.SessionAndStudy;
import io.meshgauge.report.table.Cell;
import io.meshgauge.report.table.ChangeTables;
import io.meshgauge.report.table.ComparisonTables;
import io.meshgauge.report.table.CriteriaTables;
import io.meshgauge.report.table.StageTables;
import io.meshgauge.report.table.Table;
import io.meshgauge.report.table.Table.Column;
import io.meshgauge.report.table.Table.Group;
import io.meshgauge.text.Messages;
import java.io.IOException;
import java.util.stream.Stream;

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
      changes(text, StageTables.stages(plan));
      ChangeTables.all(plan).forEach(table -> changes(text, table));
      evidence(text, plan);
    }
    for (SessionAndStudy found : SessionAndStudy.all(report)) {
      claims(text, found);
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
    Table table = ComparisonTables.summary(plan);
    if (table.columns().size() > 1) {
      text.append("\n### ")
          .append(Messages.get("markdown.against", escaped(plan.atRate())))
          .append("\n\n");
      table(text, table);
      text.append('\n').append(Messages.get("markdown.legend")).append('\n');
    }
  }

  private static void changes(StringBuilder text, Table table) {
    if (!table.isEmpty()) {
      text.append("\n### ").append(table.title()).append("\n\n");
      table(text, table);
      text.append('\n').append(table.note()).append('\n');
    }
  }

  private static void claims(StringBuilder text, SessionAndStudy found) {
    Table claims = CriteriaTables.claims(found);
    changes(text, claims.titled(claims.title() + ", " + found.study().name(), claims.note()));
  }

  private static void table(StringBuilder text, Table table) {
    line(text, table.columns().stream().map(Column::head));
    text.append('|');
    table.columns().forEach(it -> text.append(it.number() ? "---:|" : "---|"));
    text.append('\n');
    for (Group group : table.groups()) {
      group.rows().forEach(row -> line(text, row.cells().stream()));
    }
  }

  private static void line(StringBuilder text, Stream<Cell> cells) {
    text.append('|');
    cells.forEach(
        it -> text.append(' ').append(escaped(it.label() + it.more().inline())).append(" |"));
    text.append('\n');
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
