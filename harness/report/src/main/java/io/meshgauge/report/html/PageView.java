package io.meshgauge.report.html;

import io.meshgauge.experiment.Session;
import io.meshgauge.report.Finding;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.Report;
import io.meshgauge.report.advice.Advice;
import io.meshgauge.report.arm.Arm;
import io.meshgauge.report.arm.ReportText;
import io.meshgauge.report.html.chart.ChartData;
import io.meshgauge.report.html.chart.Palette;
import io.meshgauge.report.published.SessionAndStudy;
import io.meshgauge.report.table.CriteriaTables;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The whole page: masthead and verdict, then a view for each section. */
record PageView(Report report, Palette palette, List<PlanView> plans, List<Advice> advice) {

  static PageView of(Report report) {
    Palette palette = Palette.of(report);
    List<PlanView> plans = new ArrayList<>();
    for (PlanReport plan : report.plans()) {
      plans.add(new PlanView(report, plan, palette, plans.size()));
    }
    return new PageView(report, palette, plans, Advice.all(report));
  }

  Session session() {
    return report.session();
  }

  String title() {
    return session().experiment().name();
  }

  String policy() {
    return ContentPolicy.of(scripts().toArray(String[]::new));
  }

  String css() {
    return HtmlFormat.resource("vendor/uPlot-1.6.32.min.css")
        + "\n"
        + HtmlFormat.resource("report.css");
  }

  /** The scripts in the order they run; later ones use {@code text} and {@code state}. */
  List<String> scripts() {
    return Stream.of(
            "vendor/uPlot-1.6.32.iife.min.js",
            "texts.js",
            "state.js",
            "charts.js",
            "fairness.js",
            "scrollers.js",
            "report.js",
            "scoring.js",
            "explore.js")
        .map(HtmlFormat::resource)
        .toList();
  }

  /** Those that the page of a proof needs: theme, keyboard and print. */
  List<String> proofScripts() {
    return Stream.of("texts.js", "scrollers.js", "report.js").map(HtmlFormat::resource).toList();
  }

  String texts() {
    return HtmlFormat.scriptTexts();
  }

  String data() {
    return new ChartData(report, palette).json();
  }

  String exploreData() {
    return new ExploreData(report, palette).json();
  }

  AnswerView answer() {
    return new AnswerView(report, palette, advice);
  }

  String started() {
    return ReportText.instant(session().started());
  }

  String application() {
    return ReportText.application(session().experiment());
  }

  String executed() {
    return ReportText.executed(session());
  }

  List<String> otherWork() {
    return report.otherWork().stream().toList();
  }

  boolean hasWarnings() {
    return !report.warnings().isEmpty();
  }

  /** The plan that the table of contents leads to. */
  List<PlanView> contents() {
    return plans.subList(0, Math.min(1, plans.size()));
  }

  EvidenceView evidence() {
    return new EvidenceView(report, palette);
  }

  RecordView record() {
    return new RecordView(report, palette);
  }

  PublishedView published() {
    return new PublishedView(
        SessionAndStudy.all(report).stream().map(it -> new StudyView(it, palette)).toList(),
        report.studies().unread());
  }

  MethodView method() {
    return new MethodView(report);
  }

  TableView unmet() {
    return TableView.of(CriteriaTables.unmet(report), palette);
  }

  TableView criteria() {
    return TableView.of(CriteriaTables.all(report), palette);
  }

  List<FindingRow> findings() {
    return report.findings().stream().map(this::finding).toList();
  }

  private FindingRow finding(Finding finding) {
    Arm arm =
        report.plans().stream()
            .flatMap(plan -> plan.arms().stream())
            .filter(found -> found.name().equals(finding.variant()))
            .findFirst()
            .orElseThrow();
    return new FindingRow(finding, arm.label(), palette.slot(arm));
  }

  /** The session's differences next to those of published studies of the same meshes. */
  record PublishedView(List<StudyView> studies, List<String> unread) {
    boolean any() {
      return !studies.isEmpty() || !unread.isEmpty();
    }
  }

  record StudyView(SessionAndStudy found, Palette palette) {
    List<TableView> ratios() {
      return TableView.unlessEmpty(CriteriaTables.ratios(found), palette);
    }

    List<TableView> claims() {
      return TableView.unlessEmpty(CriteriaTables.claims(found), palette);
    }

    TableView conditions() {
      return TableView.of(CriteriaTables.conditions(found), palette);
    }
  }

  record FindingRow(Finding finding, String label, int slot) {
    /** The variant, where the sentence begins with it. */
    String subject() {
      return finding.headline().startsWith(label) ? label : "";
    }

    String rest() {
      return finding.headline().substring(subject().length());
    }

    boolean unverified() {
      return finding.tone() == Finding.Tone.UNVERIFIED;
    }

    boolean unmeasured() {
      return finding.tone() == Finding.Tone.NOT_MEASURED;
    }

    boolean regressed() {
      return finding.tone() == Finding.Tone.REGRESSED;
    }
  }
}
