package io.meshgauge.report.html;

import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.report.Report;
import io.meshgauge.report.arm.Arm;
import io.meshgauge.report.arm.Promises;
import io.meshgauge.report.arm.Promises.Line;
import io.meshgauge.report.arm.ReportText;
import io.meshgauge.report.html.chart.Palette;
import io.meshgauge.text.Messages;
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

  /** Most different observations of a line that are listed by their exact texts. */
  int entries() {
    return Observed.ENTRIES;
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

    boolean inPart() {
      return Promises.inPart(arm);
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
      return found.stream().map(line -> new LineRow(line, Observed.of(arm, line))).toList();
    }
  }

  record Cell(int proven, int observed, boolean broken) {
    static Cell of(List<Line> lines) {
      return new Cell(
          lines.stream().mapToInt(Line::proven).sum(),
          lines.stream().mapToInt(Line::observed).sum(),
          lines.stream().anyMatch(Line::broken));
    }

    boolean looked() {
      return observed > 0;
    }

    boolean held() {
      return observed > 0 && proven == observed;
    }
  }

  /** One guarantee at one place, and what every run observed of it. */
  record LineRow(Line line, List<Observed> observations) {
    /** Most entries that are listed; those that did not hold come first. */
    private static final int LISTED = 20;

    String promise() {
      return ReportText.of(line.promise());
    }

    String file() {
      return "trials/" + line.folder() + "/run.json";
    }

    /** Whether more was observed than the line shows. */
    boolean several() {
      return observations.size() > 1 || observations.get(0).runs().size() > 1;
    }

    List<Observed> listed() {
      return observations.subList(0, Math.min(LISTED, observations.size()));
    }

    /** Number of entries that are not listed, in a list of one, or nothing. */
    List<Integer> unlisted() {
      int more = observations.size() - LISTED;
      return more > 0 ? List.of(more) : List.of();
    }

    /** For example {@code Every run: 3 observations, 2 different}. */
    String summary() {
      int all = observations.stream().mapToInt(it -> it.runs().size()).sum();
      return observations.size() == 1
          ? Messages.get("view.observations-alike", all)
          : Messages.get("view.observations-different", all, observations.size());
    }
  }
}
