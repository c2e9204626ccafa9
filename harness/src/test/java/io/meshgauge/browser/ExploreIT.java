package io.meshgauge.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a reader tries on the page of a report: weights, limits, pairs, percentiles. */
@Timeout(120)
class ExploreIT extends BrowserCase {
  @Test
  void otherWeightsScoreAgainAndTheAddressKeepsThem() throws IOException {
    open("four-way");
    String before = browser.text("#explore-scores");

    set("#explore-criteria tr:nth-child(4) input[type=range]", 100, "input");

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

    set("#explore-criteria input[type=number]", 1e6, "input");

    assertThat(
            browser.holds(
                "return document.querySelector('#explore-criteria input[type=number]').getAttribute('aria-invalid') === 'true'"))
        .isTrue();
    assertThat(browser.text("#explore-scores")).isEqualTo(before);
  }

  @Test
  void anyTwoVariantsAndAnotherPercentileCanBeChosen() throws IOException {
    open("four-way");
    set("#pair-choices select[name=arm]", "istio-mtls", "change");
    set("#pair-choices select[name=reference]", "envoy", "change");

    assertThat(browser.text("#pair")).contains("Response time p99, ms");
    assertThat(browser.texts("return [decodeURIComponent(location.hash)]").get(0))
        .contains("pair=steady/istio-mtls/envoy");

    set(".pictures select[name=latency]", "response_p50", "change");

    assertThat(
            browser.texts(
                "return [...document.querySelectorAll('[data-picture]')].filter(it => it.checkVisibility()).map(it => it.dataset.picture)"))
        .containsExactly("response_p50/cpu_system");
  }
}
