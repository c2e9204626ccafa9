package io.meshgauge.browser;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Sample reports in one browser for all tests of a class, each from a light desktop. */
abstract class BrowserCase {
  @TempDir static Path folder;
  static Browser browser;

  @BeforeAll
  static void start() throws IOException {
    browser = Browser.start(folder);
  }

  @AfterAll
  static void stop() {
    if (browser != null) {
      browser.close();
    }
  }

  @BeforeEach
  void reset() {
    browser.desktop();
  }

  static void open(String sample) throws IOException {
    browser.open(ReportPage.sample(sample, folder).toUri());
  }

  /** Sets the value of a form's field as a reader would, with the event its page listens to. */
  static void set(String selector, Object value, String event) {
    browser.run(
        """
        const field = document.querySelector(arguments[0]);
        field.value = arguments[1];
        field.dispatchEvent(new Event(arguments[2], {bubbles: true}));
        """,
        selector,
        value,
        event);
  }
}
