package io.meshgauge.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Sample reports with every kind of section by axe-core, with all details open: light, dark, and on
 * a phone.
 */
@Timeout(600)
class AccessiblePageIT {
  @TempDir static Path folder;
  private static Browser browser;

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

  static Stream<String> samples() {
    return Stream.of("capacity", "four-way", "soak", "stream", "troubled", "two-plans");
  }

  @ParameterizedTest
  @MethodSource("samples")
  void thePageHasNoAccessibilityProblem(String sample) throws IOException {
    browser.desktop();
    browser.open(ReportPage.sample(sample, folder).toUri());
    ReportPage.unfold(browser);
    assertThat(browser.accessibilityProblems()).as("light").isEmpty();

    browser.media("", Map.of("prefers-color-scheme", "dark"));
    assertThat(browser.accessibilityProblems()).as("dark").isEmpty();

    browser.desktop();
    browser.phone();
    ReportPage.unfold(browser);
    assertThat(browser.accessibilityProblems()).as("phone").isEmpty();
  }
}
