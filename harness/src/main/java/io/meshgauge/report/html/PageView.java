package io.meshgauge.report.html;

import static java.util.Map.entry;

import io.meshgauge.experiment.Session;
import io.meshgauge.report.Arm;
import io.meshgauge.report.CriterionResult;
import io.meshgauge.report.Finding;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.Report;
import io.meshgauge.report.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What the page's template is filled with: masthead, verdict, then each section's view. */
record PageView(Report report) {

  Map<String, Object> model() {
    Session session = report.session();
    Palette palette = Palette.of(report);
    List<Map<String, Object>> plans = new ArrayList<>();
    for (PlanReport plan : report.plans()) {
      plans.add(new PlanView(report, plan, palette, plans.size()).model());
    }
    String charts = HtmlFormat.resource("vendor/uPlot-1.6.32.iife.min.js");
    String script = HtmlFormat.resource("report.js");
    return Map.ofEntries(
        entry("policy", ContentPolicy.of(charts, script)),
        entry("css", HtmlFormat.resource("vendor/uPlot-1.6.32.min.css") + css()),
        entry("uplot", charts),
        entry("js", script),
        entry("data", new ChartData(report, palette).json()),
        entry("name", session.experiment().name()),
        entry("platform", session.experiment().platform().key()),
        entry("started", Words.instant(session.started())),
        entry("version", session.version()),
        entry("executed", Words.executed(session)),
        entry("green", report.green()),
        entry("headline", report.headline()),
        entry("otherWork", report.otherWork().stream().toList()),
        entry("findings", findings(palette)),
        entry("warnings", report.warnings()),
        entry("hasWarnings", !report.warnings().isEmpty()),
        entry("broken", report.broken()),
        entry("hasBroken", !report.green()),
        entry("criteria", criteria()),
        entry("plans", plans),
        // The table of contents leads to the first plan.
        entry("contents", plans.subList(0, Math.min(1, plans.size()))),
        entry("evidence", new EvidenceView(report, palette).model()),
        entry("record", new RecordView(report).model()),
        entry("method", new MethodView(report).model()));
  }

  private static String css() {
    return "\n" + HtmlFormat.resource("report.css");
  }

  private List<Map<String, Object>> findings(Palette palette) {
    return report.findings().stream().map(finding -> finding(palette, finding)).toList();
  }

  private Map<String, Object> finding(Palette palette, Finding finding) {
    Arm arm =
        report.plans().stream()
            .flatMap(plan -> plan.arms().stream())
            .filter(found -> found.name().equals(finding.variant()))
            .findFirst()
            .orElseThrow();
    String headline = finding.headline();
    boolean named = headline.startsWith(arm.label());
    return Map.of(
        "slot",
        palette.slot(arm),
        "subject",
        named ? arm.label() : "",
        "headline",
        named ? headline.substring(arm.label().length()) : headline,
        "details",
        finding.details(),
        "unverified",
        finding.tone() == Finding.Tone.UNVERIFIED,
        "unmeasured",
        finding.tone() == Finding.Tone.NOT_MEASURED);
  }

  private List<Map<String, Object>> criteria() {
    return report.criteria().stream().map(PageView::criterion).toList();
  }

  private static Map<String, Object> criterion(CriterionResult result) {
    return Map.of(
        "variant",
        result.variant(),
        "plan",
        result.plan(),
        "name",
        result.name(),
        "passed",
        result.passed(),
        "words",
        result.words());
  }
}
