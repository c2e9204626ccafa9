package io.meshgauge.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a reader tries on the page of a report: weights, limits, pairs, percentiles. */
@Timeout(120)
class ExploreIT {
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

  private static void open(String sample) throws IOException {
    browser.desktop();
    browser.open(ReportPage.sample(sample, folder).toUri());
  }

  @Test
  void otherWeightsScoreAgainAndTheAddressKeepsThem() throws IOException {
    open("four-way");
    String before = browser.text("#explore-scores");

    browser.run(
        """
        const weight = document.querySelector('#explore-criteria tr:nth-child(4) input[type=range]');
        weight.value = 100;
        weight.dispatchEvent(new Event('input', {bubbles: true}));
        """);

    String after = browser.text("#explore-scores");
    assertThat(after).isNotEqualTo(before);
    assertThat(browser.text("#explore-criteria")).contains("100 %");
    assertThat(browser.texts("return [location.hash]").get(0)).contains("weights=");

    browser.run("location.reload()");
    assertThat(browser.text("#explore-scores")).isEqualTo(after);

    browser.click("#explore-choices button[type=reset]");
    assertThat(browser.text("#explore-scores")).isEqualTo(before);
    assertThat(browser.texts("return [location.hash]").get(0)).doesNotContain("weights=");
  }

  @Test
  void aLimitThatDoesNotFitIsMarkedAndChangesNothing() throws IOException {
    open("four-way");
    String before = browser.text("#explore-scores");

    browser.run(
        """
        const limit = document.querySelector('#explore-criteria input[type=number]');
        limit.value = 1e6;
        limit.dispatchEvent(new Event('input', {bubbles: true}));
        """);

    assertThat(
            browser.holds(
                "return document.querySelector('#explore-criteria input[type=number]').getAttribute('aria-invalid') === 'true'"))
        .isTrue();
    assertThat(browser.text("#explore-scores")).isEqualTo(before);
  }

  @Test
  void anyTwoVariantsAndAnotherPercentileCanBeChosen() throws IOException {
    open("four-way");
    choose("#pair-choices select[name=arm]", "istio-mtls");
    choose("#pair-choices select[name=reference]", "envoy");

    assertThat(browser.text("#pair")).contains("Response time p99, ms");
    assertThat(browser.texts("return [decodeURIComponent(location.hash)]").get(0))
        .contains("pair=steady/istio-mtls/envoy");

    choose(".pictures select[name=latency]", "response_p50");

    assertThat(
            browser.texts(
                "return [...document.querySelectorAll('[data-picture]')].filter(it => it.checkVisibility()).map(it => it.dataset.picture)"))
        .containsExactly("response_p50/cpu_system");
  }

  private static void choose(String select, String value) {
    browser.run(
        """
        const select = document.querySelector(arguments[0]);
        select.value = arguments[1];
        select.dispatchEvent(new Event('change', {bubbles: true}));
        """,
        select,
        value);
  }
}
