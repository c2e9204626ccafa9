package io.meshgauge.report.csv;

import io.meshgauge.report.Contrast;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.Report;
import io.meshgauge.report.ReportFormat;
import io.meshgauge.report.arm.Arm;
import io.meshgauge.report.arm.ReportText;
import io.meshgauge.stats.Comparison;
import io.meshgauge.stats.EffectSize;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.commons.csv.CSVPrinter;

/** CSV of comparisons: one line per plan, variant and metric, and of each stage, unrounded. */
public final class ComparisonsCsvFormat implements ReportFormat {

  @Override
  public String name() {
    return "csv-comparisons";
  }

  @Override
  public String fileName() {
    return "comparisons.csv";
  }

  @Override
  public void write(Report report, Appendable out) throws IOException {
    CSVPrinter printer = Csv.printer(out);
    printer.printRecord(
        "plan",
        "variant",
        "reference",
        "fidelity",
        "metric",
        "unit",
        "replicates_reference",
        "replicates",
        "reference_value",
        "value",
        "difference",
        "difference_low",
        "difference_high",
        "relative",
        "noise_floor",
        "verdict",
        "p_holm",
        "mann_whitney_p",
        "cohens_d",
        "difference_first_runs",
        "verdict_first_runs",
        "stage");
    for (PlanReport plan : report.plans()) {
      for (List<Contrast> contrasts : List.of(plan.contrasts(), plan.additions(), plan.pairs())) {
        for (Contrast contrast : contrasts) {
          for (Comparison found : contrast.comparisons()) {
            line(printer, plan, contrast, found, "");
          }
        }
      }
      for (PlanReport.OfStage stage : plan.parts().stages()) {
        for (Contrast contrast : stage.contrasts()) {
          for (Comparison found : contrast.comparisons()) {
            line(printer, plan, contrast, found, stage.stage().name());
          }
        }
      }
    }
    printer.flush();
  }

  private static OptionalDouble finite(double value) {
    return Double.isFinite(value) ? OptionalDouble.of(value) : OptionalDouble.empty();
  }

  private static void line(
      CSVPrinter printer, PlanReport plan, Contrast contrast, Comparison found, String stage)
      throws IOException {
    Arm arm = contrast.arm();
    OptionalDouble floor =
        found.noiseFloor().stream().mapToDouble(noise -> noise.absolute()).findFirst();
    OptionalDouble effect =
        found.tests().effectSize().stream().mapToDouble(EffectSize::cohensD).findFirst();
    Optional<Comparison> first =
        contrast.reference().variant().isBaseline() && stage.isEmpty()
            ? plan.withVoid(arm.name()).flatMap(it -> it.on(found.metric()))
            : Optional.empty();
    printer.printRecord(
        Csv.text(plan.name()),
        Csv.text(arm.name()),
        Csv.text(contrast.reference().name()),
        arm.isModel() ? "model" : "real",
        found.metric().key(),
        ReportText.key(found.metric().unit()),
        found.baseline().n(),
        found.variant().n(),
        found.baseline().median(),
        found.variant().median(),
        found.difference().absolute(),
        found.difference().interval().map(it -> Double.toString(it.low())).orElse(""),
        found.difference().interval().map(it -> Double.toString(it.high())).orElse(""),
        Csv.cell(found.difference().relative()),
        Csv.cell(floor),
        ReportText.key(found.verdict()),
        Csv.cell(found.adjustedP()),
        Csv.cell(finite(found.tests().mannWhitney().p())),
        Csv.cell(effect),
        first.map(it -> Double.toString(it.difference().absolute())).orElse(""),
        first.map(it -> ReportText.key(it.verdict())).orElse(""),
        Csv.text(stage));
  }
}
