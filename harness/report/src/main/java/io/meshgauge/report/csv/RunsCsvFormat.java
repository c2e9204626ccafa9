package io.meshgauge.report.csv;

import io.meshgauge.experiment.Run;
import io.meshgauge.measure.Measurement;
import io.meshgauge.measure.stage.StageResult;
import io.meshgauge.report.Report;
import io.meshgauge.report.ReportFormat;
import io.meshgauge.report.arm.ReportText;
import java.io.IOException;
import org.apache.commons.csv.CSVPrinter;

/**
 * One line per run and metric, and of each stage, unrounded and in the metric's unit; a run without
 * any measurement has one line with an empty metric, so that no run is lost.
 */
public final class RunsCsvFormat implements ReportFormat {

  @Override
  public String name() {
    return "csv";
  }

  @Override
  public String fileName() {
    return "report.csv";
  }

  @Override
  public void write(Report report, Appendable out) throws IOException {
    CSVPrinter printer = Csv.printer(out);
    printer.printRecord(
        "position",
        "replicate",
        "variant",
        "plan",
        "fidelity",
        "outcome",
        "metric",
        "value",
        "unit",
        "folder",
        "source",
        "reason",
        "stage");
    for (Run run : report.session().runs()) {
      if (run.measurements().isEmpty()) {
        line(printer, run, "", "", "", "", "");
      }
      for (Measurement found : run.measurements()) {
        line(printer, run, found, "");
      }
      for (StageResult stage : run.results().stages()) {
        for (Measurement found : stage.measurements()) {
          line(printer, run, found, stage.stage().name());
        }
      }
    }
    printer.flush();
  }

  private static void line(CSVPrinter printer, Run run, Measurement found, String stage)
      throws IOException {
    line(
        printer,
        run,
        found.metric().key(),
        Double.toString(found.value()),
        ReportText.key(found.metric().unit()),
        found.source(),
        stage);
  }

  private static void line(
      CSVPrinter printer,
      Run run,
      String metric,
      String value,
      String unit,
      String source,
      String stage)
      throws IOException {
    String reasons = String.join("; ", run.reasons().stream().map(r -> r.summary()).toList());
    printer.printRecord(
        run.trial().position(),
        run.trial().replicate(),
        Csv.text(run.trial().variant().name()),
        Csv.text(run.trial().plan().name()),
        run.fidelity().key(),
        ReportText.key(run.outcome()),
        metric,
        value,
        unit,
        Csv.text(run.trial().folder()),
        Csv.text(source),
        Csv.text(reasons),
        Csv.text(stage));
  }
}
