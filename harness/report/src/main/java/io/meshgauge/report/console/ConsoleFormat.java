package io.meshgauge.report.console;

import io.meshgauge.report.PlanReport;
import io.meshgauge.report.Report;
import io.meshgauge.report.ReportFormat;
import java.io.IOException;

/**
 * The report for a terminal of 120 columns: a table per plan, the evidence, and the verdict last,
 * next to the prompt.
 *
 * @param ansi whether the terminal shows colours
 */
public record ConsoleFormat(boolean ansi) implements ReportFormat {

  @Override
  public String name() {
    return "console";
  }

  @Override
  public String fileName() {
    return "report.txt";
  }

  @Override
  public void write(Report report, Appendable out) throws IOException {
    Page page = new Page(ansi);
    new Opening(report).print(page);
    if (!report.session().experiment().isProof()) {
      for (PlanReport plan : report.plans()) {
        new PlanTables(report, plan).print(page);
      }
      new StudiesText(report).print(page);
    }
    new Closing(report).print(page);
    out.append(page.text());
  }
}
