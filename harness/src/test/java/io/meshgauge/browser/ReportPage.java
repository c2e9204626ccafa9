package io.meshgauge.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.meshgauge.report.Report;
import io.meshgauge.report.SampleReports;
import io.meshgauge.report.html.HtmlFormat;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reports as files that a browser opens. */
final class ReportPage {
  private ReportPage() {}

  /** Writes the page of a sample report below the folder, once. */
  static Path sample(String name, Path folder) throws IOException {
    Path file = folder.resolve(name + ".html");
    return Files.exists(file) ? file : write(SampleReports.report(name), file);
  }

  /** Opens all details, and waits until the page has made a stop of every table that scrolls. */
  static void unfold(Browser browser) {
    browser.run("document.querySelectorAll('details').forEach(it => { it.open = true; })");
    await()
        .untilAsserted(
            () ->
                assertThat(
                        browser.texts(
                            """
                            return [...document.querySelectorAll('.wide, figure.svg')]
                              .filter(it => (it.scrollWidth > it.clientWidth || it.scrollHeight > it.clientHeight) !== (it.tabIndex === 0))
                              .map(it => it.outerHTML.slice(0, 200))
                            """))
                    .as("boxes that scroll are stops of the keyboard, and no other is")
                    .isEmpty());
  }

  /** Writes the page of a report. */
  static Path write(Report report, Path file) throws IOException {
    try (Writer out = Files.newBufferedWriter(file)) {
      new HtmlFormat().write(report, out);
    }
    return file;
  }
}
