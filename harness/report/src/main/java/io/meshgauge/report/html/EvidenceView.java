package io.meshgauge.report.html;

import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.report.Arm;
import io.meshgauge.report.Promises;
import io.meshgauge.report.Promises.Line;
import io.meshgauge.report.Report;
import io.meshgauge.report.ReportText;
import io.meshgauge.report.html.chart.Palette;
import java.util.Arrays;
import java.util.List;

/** Observations of the promises: a row per variant, and all observations below it. */
record EvidenceView(Report report, Palette palette) {

  List<String> head() {
    return Arrays.stream(Promise.values()).map(ReportText::of).toList();
  }

  List<ArmRow> arms() {
    return report.plans().stream()
        .flatMap(plan -> plan.arms().stream())
        .map(arm -> new ArmRow(arm, palette.slot(arm), Promises.of(arm)))
        .toList();
  }

  boolean manyPlans() {
    return report.plans().size() > 1;
  }

  record ArmRow(Arm arm, int slot, List<Line> found) {
    boolean observed() {
      return arm.evidenceMark() == Arm.EvidenceMark.OBSERVED;
    }

    boolean unverified() {
      return arm.evidenceMark() == Arm.EvidenceMark.UNVERIFIED;
    }

    List<Cell> cells() {
      return Arrays.stream(Promise.values())
          .map(promise -> found.stream().filter(line -> line.promise() == promise).toList())
          .map(Cell::of)
          .toList();
    }

    int count() {
      return found.size();
    }

    boolean any() {
      return !found.isEmpty();
    }

    List<LineRow> lines() {
      return found.stream().map(LineRow::new).toList();
    }
  }

  record Cell(int proven, int observed) {
    static Cell of(List<Line> lines) {
      return new Cell(
          lines.stream().mapToInt(Line::proven).sum(),
          lines.stream().mapToInt(Line::observed).sum());
    }

    boolean looked() {
      return observed > 0;
    }

    boolean held() {
      return observed > 0 && proven == observed;
    }
  }

  record LineRow(Line line) {
    String promise() {
      return ReportText.of(line.promise());
    }

    String source() {
      return line.folder() + "/" + line.worst().source();
    }
  }
}
