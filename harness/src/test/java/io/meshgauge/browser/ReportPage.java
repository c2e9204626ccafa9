package io.meshgauge.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.report.Report;
import io.meshgauge.report.SampleReports;
import io.meshgauge.report.html.HtmlFormat;
import io.meshgauge.text.Messages;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Reports as files that a browser opens. */
final class ReportPage {
  private ReportPage() {}

  /** Writes the page of a sample report below the folder, once in each language. */
  static Path sample(String name, Path folder) throws IOException {
    Path file = folder.resolve("%s.%s.html".formatted(name, Messages.language().code()));
    return Files.exists(file) ? file : write(SampleReports.report(name), file);
  }

  /** Opens all details. */
  static void unfold(Browser browser) {
    browser.run("document.querySelectorAll('details').forEach(it => { it.open = true; })");
    browser.awaitStops();
  }

  /** Asserts that only boxes that scroll by themselves reach beyond a screen of that width. */
  static void assertFits(Browser browser, long width) {
    assertThat(beyond(browser, width, ".wide, figure.svg"))
        .as("elements wider than the screen and in no box that scrolls")
        .isEmpty();
    assertThat(browser.run("return document.documentElement.scrollWidth")).isEqualTo(width);
  }

  /** Makes the page ready for print, as the browser does, and asserts that no element is cut. */
  static void assertFitsPaper(Browser browser) {
    browser.size(Browser.PAPER, 900, false);
    browser.media("print", Map.of());
    browser.run("dispatchEvent(new Event('beforeprint'))");
    assertThat(beyond(browser, Browser.PAPER, "head"))
        .as("elements wider than the paper")
        .isEmpty();
  }

  /** Elements that reach beyond a width, without those that contain one of them. */
  private static List<String> beyond(Browser browser, long width, String boxes) {
    return browser.texts(
        """
        const wide = [...document.querySelectorAll('body *')].filter(it => it.checkVisibility()
          && it.getBoundingClientRect().right > arguments[0] + 1 && !it.closest(arguments[1]));
        return wide.filter(it => !wide.some(other => other !== it && it.contains(other)))
          .map(it => it.getBoundingClientRect().right + ': ' + it.outerHTML.slice(0, 100)
            + ' in ' + (it.closest('table, details, section') || it).textContent.trim().slice(0, 50));
        """,
        width,
        boxes);
  }

  /** Writes the page of a report. */
  static Path write(Report report, Path file) throws IOException {
    try (Writer out = Files.newBufferedWriter(file)) {
      new HtmlFormat().write(report, out);
    }
    return file;
  }
}
