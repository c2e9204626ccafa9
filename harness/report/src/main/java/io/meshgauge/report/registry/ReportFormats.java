package io.meshgauge.report.registry;

import io.meshgauge.report.Report;
import io.meshgauge.report.ReportFormat;
import io.meshgauge.report.cbom.CbomFormat;
import io.meshgauge.report.console.ConsoleFormat;
import io.meshgauge.report.csv.ComparisonsCsvFormat;
import io.meshgauge.report.csv.RunsCsvFormat;
import io.meshgauge.report.html.HtmlFormat;
import io.meshgauge.report.json.JsonFormat;
import io.meshgauge.report.json.smp.SmpFormat;
import io.meshgauge.report.junit.JUnitFormat;
import io.meshgauge.report.markdown.MarkdownFormat;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The registry of every report format: a new format is one more line here. */
public final class ReportFormats {
  private static final List<ReportFormat> ALL =
      List.of(
          new HtmlFormat(),
          new JsonFormat(),
          new RunsCsvFormat(),
          new ComparisonsCsvFormat(),
          new JUnitFormat(),
          new MarkdownFormat(),
          new SmpFormat(),
          new CbomFormat(),
          new ConsoleFormat(false));

  private ReportFormats() {}

  /** Every format, in the order they are written. */
  public static List<ReportFormat> all() {
    return ALL;
  }

  /** The format of that name, or empty when there is none. */
  public static Optional<ReportFormat> named(String name) {
    return ALL.stream().filter(format -> format.name().equals(name)).findFirst();
  }

  /**
   * Writes a report in every format.
   *
   * @param folder made when it is not there; files of an earlier report are replaced
   *     <p>A format that fails does not keep the others from being written; its failure is thrown
   *     at the end.
   * @return the files written
   */
  public static List<Path> writeAll(Report report, Path folder) throws IOException {
    Files.createDirectories(folder);
    List<Path> written = new ArrayList<>();
    List<RuntimeException> failures = new ArrayList<>();
    for (ReportFormat format : ALL) {
      Path file = folder.resolve(format.fileName());
      try (Writer out = Files.newBufferedWriter(file)) {
        format.write(report, out);
        written.add(file);
      } catch (RuntimeException e) {
        failures.add(
            new IllegalStateException("the format %s failed: %s".formatted(format.name(), e), e));
      }
    }
    if (!failures.isEmpty()) {
      throw failures.get(0);
    }
    return written;
  }
}
