package io.meshgauge.report.json;

import io.meshgauge.report.Report;
import io.meshgauge.report.ReportFormat;
import java.io.IOException;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.databind.json.JsonMapper;

/**
 * The whole report as JSON, as {@code reports/report.schema.json} describes it.
 *
 * <p>Times are seconds, memory is bytes, ratios are from 0 to 1: the units of {@link
 * io.meshgauge.measure.Metric}, unrounded.
 */
public final class JsonFormat implements ReportFormat {
  private static final DefaultIndenter INDENTER = new DefaultIndenter("  ", "\n");
  private static final JsonMapper MAPPER = JsonMapper.shared();

  @Override
  public String name() {
    return "json";
  }

  @Override
  public String fileName() {
    return "report.json";
  }

  @Override
  public void write(Report report, Appendable out) throws IOException {
    // Printers keep state while they print, so each report gets its own.
    DefaultPrettyPrinter printer = new DefaultPrettyPrinter().withObjectIndenter(INDENTER);
    out.append(MAPPER.writer().with(printer).writeValueAsString(new ReportTree(report).node()));
    out.append('\n');
  }
}
