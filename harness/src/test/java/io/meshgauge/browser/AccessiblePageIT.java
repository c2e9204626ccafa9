package io.meshgauge.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Sample reports with every kind of section by axe-core, with all details open: light, dark, and on
 * a phone.
 */
@Timeout(600)
class AccessiblePageIT extends BrowserCase {
  static Stream<String> samples() {
    return Stream.of("capacity", "four-way", "soak", "stream", "troubled", "two-plans");
  }

  @ParameterizedTest
  @MethodSource("samples")
  void thePageHasNoAccessibilityProblem(String sample) throws IOException {
    open(sample);
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
