package io.meshgauge.report.console;

import io.meshgauge.measure.Warning;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.Report;
import io.meshgauge.report.answer.Brief;
import io.meshgauge.report.arm.ReportText;
import io.meshgauge.report.table.CostTable;
import io.meshgauge.text.Messages;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What a run means, for the end of a console: a table for each plan, a sentence or two for each
 * variant, what is not decided, and whether the build passes. {@link ConsoleFormat} has the rest.
 */
public final class BriefText {
  private static final int COLUMNS = 100;
  private static final int MOST_SENTENCES = 6;

  private final Report report;
  private final Brief brief;
  private final Page page;

  private BriefText(Report report) {
    this.report = report;
    this.brief = new Brief(report);
    this.page = new Page(false, COLUMNS);
  }

  /** The text of a report, lines of at most 100 columns unless a table is wider. */
  public static String of(Report report) {
    BriefText text = new BriefText(report);
    report.otherWork().ifPresent(sentence -> text.page.styled(Style.BAD, sentence));
    if (report.session().experiment().isProof()) {
      text.proof();
    } else {
      report.plans().forEach(text::plan);
      text.sentences();
    }
    text.warnings();
    text.judgement();
    return text.page.text();
  }

  private void proof() {
    for (PlanReport plan : report.plans()) {
      page.title(PlanTables.capitalised(plan.atRate()));
      plan.arms().forEach(arm -> new Closing(report).evidence(page, arm));
    }
    grounds();
  }

  private void grounds() {
    if (!brief.grounds().isEmpty()) {
      page.plain(String.join(" ", brief.grounds()));
    }
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
            ? new CostTable(plan).brief()
            : new CostTable(plan).table());
    if (plan.contrasts().stream().anyMatch(it -> !it.arm().variant().isControl())) {
      page.styled(Style.DIM, Messages.get("console.brief-within-blocks"));
    }
    page.blank();
  }

  private void sentences() {
    List<Brief.Line> lines = brief.arms();
    lines.stream()
        .limit(MOST_SENTENCES)
        .forEach(
            line -> page.bullet(Style.DIM, line.good() ? "-" : Closing.BAD_MARK, line.sentence()));
    if (lines.size() > MOST_SENTENCES) {
      page.plain(Messages.get("console.brief-further", lines.size() - MOST_SENTENCES));
    }
    brief.open().ifPresent(sentence -> page.bullet(Style.DIM, "?", sentence));
    grounds();
  }

  /** In full those of a proof that its promises do not judge: answers that were not expected. */
  private void warnings() {
    String failures = Messages.get("report.subject-failures");
    boolean proof = report.session().experiment().isProof();
    report.warnings().stream()
        .filter(it -> proof && it.subject().equals(failures))
        .forEach(it -> page.bullet(Style.DIM, Closing.IN_PART_MARK, it.text() + "."));
    String subjects =
        report.warnings().stream()
            .map(Warning::subject)
            .filter(it -> !proof || !it.equals(failures))
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
    if (report.session().experiment().isProof()) {
      return;
    }
    brief.cause().ifPresent(cause -> page.bullet(Style.BAD, Closing.BAD_MARK, cause));
    if (report.broken().size() > 1) {
      page.plain(Messages.get("console.brief-more", report.broken().size() - 1));
    }
  }
}
