package io.meshgauge.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.report.html.TrendPage;
import io.meshgauge.trend.SessionFigures;
import io.meshgauge.trend.SessionTrend;
import io.meshgauge.trend.SimulatedSessions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Sample reports with every kind of section, and a trend, by axe-core, with all details open:
 * light, dark, and on a phone.
 */
@Timeout(600)
@Tag("long")
class AccessiblePageIT extends BrowserCase {
  /** The others are checked in Ukrainian ({@link UkrainianPageIT}). */
  static final List<String> SAMPLES =
      List.of("capacity", "four-way", "soak", "stream", "troubled", "two-plans");

  static Stream<String> samples() {
    return SAMPLES.stream();
  }

  @ParameterizedTest
  @MethodSource("samples")
  void thePageHasNoAccessibilityProblem(String sample) throws IOException {
    open(sample);
    ReportPage.unfold(browser);
    assertAccessible();

    browser.phone();
    ReportPage.unfold(browser);
    assertThat(browser.accessibilityProblems()).as("phone").isEmpty();
  }

  @Test
  void thePageOfATrendHasNoAccessibilityProblem() throws IOException {
    SimulatedSessions kind = new SimulatedSessions(5, 0.03, 0.01);
    Random random = new Random(11);
    List<SessionFigures> sessions =
        IntStream.range(0, 24).mapToObj(i -> kind.session(i, i < 12 ? 0 : 0.25, random)).toList();
    String page = TrendPage.of(SessionTrend.of(sessions), Optional.empty(), Map.of());
    Path file = Files.writeString(folder.resolve("trend.html"), page);

    browser.open(file.toUri());
    assertAccessible();

    browser.phone();
    assertThat(browser.accessibilityProblems()).as("phone").isEmpty();
    assertThat(browser.run("return document.documentElement.scrollWidth")).isEqualTo(390L);
    assertThat(browser.console()).isEmpty();
  }

  private static void assertAccessible() throws IOException {
    assertThat(browser.accessibilityProblems()).as("light").isEmpty();

    browser.media("", Map.of("prefers-color-scheme", "dark"));
    assertThat(browser.accessibilityProblems()).as("dark").isEmpty();
    browser.desktop();
  }
}
