package io.meshgauge.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.report.SampleReports;
import io.meshgauge.text.EnglishAfterwards;
import io.meshgauge.text.Language;
import io.meshgauge.text.Messages;
import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Pages in Ukrainian, whose words are longer: scripts, width on a phone and on paper, axe-core. */
@Timeout(300)
@ExtendWith(EnglishAfterwards.class)
@Tag("long")
class UkrainianPageIT extends BrowserCase {
  static Stream<String> samples() {
    return SampleReports.names().stream();
  }

  @BeforeEach
  void ukrainian() {
    Messages.use(Language.UKRAINIAN);
  }

  @ParameterizedTest
  @MethodSource("samples")
  void thePageFitsAPhoneAndPaper(String sample) throws IOException {
    open(sample);
    assertThat(browser.run("return document.documentElement.lang")).isEqualTo("uk");
    assertThat(browser.console()).isEmpty();

    ReportPage.assertFitsPaper(browser);

    browser.desktop();
    browser.phone();
    ReportPage.unfold(browser);
    ReportPage.assertFits(browser, 390);
  }

  /** One that is checked in English as well, and those that are not. */
  static Stream<String> otherSamples() {
    return samples()
        .filter(name -> name.equals("four-way") || !AccessiblePageIT.SAMPLES.contains(name));
  }

  @ParameterizedTest
  @MethodSource("otherSamples")
  void thePageHasNoAccessibilityProblem(String sample) throws IOException {
    open(sample);
    ReportPage.unfold(browser);

    assertThat(browser.accessibilityProblems()).isEmpty();
  }

  @Test
  void whatScriptsWriteIsUkrainian() throws IOException {
    open("four-way");
    assertThat(browser.text("button.theme")).isEqualTo("Темна тема");
    set("#pair-choices select[name=arm]", "istio-mtls", "change");
    set("#pair-choices select[name=reference]", "envoy", "change");
    String scores = browser.text("#explore-scores");
    set("#explore-criteria tr:nth-child(4) input[type=range]", 100, "input");

    assertThat(browser.text("#explore-scores")).isNotEqualTo(scores);
    assertThat(browser.text("#pair"))
        .containsPattern("[а-щьюяєіїґ]")
        .doesNotContain("Response time", "undefined");
  }
}
