package io.meshgauge.report.html;

import static java.util.Map.entry;

import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.report.Arm;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.Promises;
import io.meshgauge.report.Promises.Line;
import io.meshgauge.report.Report;
import io.meshgauge.report.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What was observed of the promises: a line per variant, and all observations below it. */
record EvidenceView(Report report, Palette palette) {

  Map<String, Object> model() {
    List<Map<String, Object>> arms = new ArrayList<>();
    for (PlanReport plan : report.plans()) {
      plan.arms().forEach(arm -> arms.add(arm(arm)));
    }
    return Map.of(
        "head",
        List.of(Promise.values()).stream().map(Words::of).toList(),
        "arms",
        arms,
        "manyPlans",
        report.plans().size() > 1);
  }

  private Map<String, Object> arm(Arm arm) {
    List<Line> lines = Promises.of(arm);
    List<Map<String, Object>> cells = new ArrayList<>();
    for (Promise promise : Promise.values()) {
      cells.add(cell(lines.stream().filter(line -> line.promise() == promise).toList()));
    }
    return Map.ofEntries(
        entry("name", arm.name()),
        entry("model", arm.isModel()),
        entry("slot", palette.slot(arm)),
        entry("plan", arm.plan().name()),
        entry("mark", arm.evidenceMark().key()),
        entry("observed", arm.evidenceMark() == Arm.EvidenceMark.OBSERVED),
        entry("unverified", arm.evidenceMark() == Arm.EvidenceMark.UNVERIFIED),
        entry("cells", cells),
        entry("count", lines.size()),
        entry("lines", lines.stream().map(EvidenceView::line).toList()),
        entry("any", !lines.isEmpty()));
  }

  private static Map<String, Object> cell(List<Line> lines) {
    int proven = lines.stream().mapToInt(Line::proven).sum();
    int observed = lines.stream().mapToInt(Line::observed).sum();
    return Map.of(
        "looked",
        observed > 0,
        "held",
        observed > 0 && proven == observed,
        "words",
        proven + " of " + observed);
  }

  private static Map<String, Object> line(Line line) {
    return Map.of(
        "promise",
        Words.of(line.promise()),
        "subject",
        line.subject(),
        "expected",
        line.worst().expected(),
        "observed",
        line.worst().observed(),
        "held",
        line.held(),
        "runs",
        "%s of %s".formatted(line.proven(), line.observed()),
        "source",
        line.folder() + "/" + line.worst().source());
  }
}
