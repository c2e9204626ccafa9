package io.meshgauge.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.meshgauge.report.SampleReports;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** The page of a report in a browser: what it does, by mouse and by keyboard, and how it looks. */
@Timeout(300)
class ReportPageIT extends BrowserCase {
  static Stream<String> samples() {
    return SampleReports.names().stream();
  }

  @ParameterizedTest
  @MethodSource("samples")
  void thePageHasNoErrorsAndSendsNoRequest(String sample) throws IOException {
    open(sample);

    assertThat(browser.console()).isEmpty();
    assertThat(browser.requests()).isEmpty();
    assertThat(browser.texts("return [...document.querySelectorAll('.chart:not(:has(canvas))')]"))
        .as("line charts that were not drawn")
        .isEmpty();
  }

  @Test
  void thePolicyStopsRequestsAndForeignScripts() throws IOException {
    open("four-way");

    Object stopped =
        browser.runLater(
            """
            const done = arguments[arguments.length - 1], stopped = [];
            addEventListener('securitypolicyviolation', event => {
              stopped.push(event.effectiveDirective);
              if (stopped.length === 3) { done(stopped.sort()); }
            });
            const script = document.createElement('script');
            script.textContent = 'window.foreign = true';
            document.body.append(script);
            const image = new Image();
            image.src = 'http://127.0.0.1:9/';
            fetch('http://127.0.0.1:9/').catch(() => {});
            """);

    assertThat(stopped).isEqualTo(List.of("connect-src", "img-src", "script-src-elem"));
    assertThat(browser.holds("return window.foreign === undefined")).isTrue();
  }

  @Test
  void theThemeButtonChangesColoursAndCharts() throws IOException {
    open("four-way");
    assertThat(browser.text("button.theme")).isEqualTo("Dark theme");
    List<String> light = lineColours();

    browser.click("button.theme");

    assertThat(brightness("body")).isLessThan(60);
    assertThat(browser.text("button.theme")).isEqualTo("Light theme");
    assertThat(lineColours()).hasSameSizeAs(light).doesNotContainAnyElementsOf(light);

    browser.click("button.theme");

    assertThat(brightness("body")).isGreaterThan(240);
    assertThat(lineColours()).isEqualTo(light);
  }

  @Test
  void theThemeOfTheSystemIsFollowedUntilOneIsChosen() throws IOException {
    open("four-way");
    Map<String, String> dark = Map.of("prefers-color-scheme", "dark");

    browser.media("", dark);

    await().until(() -> browser.text("button.theme").equals("Light theme"));
    assertThat(brightness("body")).isLessThan(60);

    browser.click("button.theme");
    assertThat(brightness("body")).isGreaterThan(240);

    browser.desktop();
    browser.media("", dark);
    assertThat(brightness("body")).as("the reader's choice stays").isGreaterThan(240);
  }

  @Test
  void aLineIsHiddenAndShownByItsLegendEntry() throws IOException {
    open("four-way");
    WebElement entry = browser.find(".chart .u-legend [role=button]");
    String hidden = "return arguments[0].closest('.u-series').classList.contains('u-off')";

    browser.run("arguments[0].focus()", entry);
    for (CharSequence key : List.of(Keys.ENTER, Keys.SPACE)) {
      browser.press(key);
      assertThat(browser.holds(hidden, entry)).isTrue();
      browser.press(key);
      assertThat(browser.holds(hidden, entry)).isFalse();
    }
    browser.click(entry);

    assertThat(browser.holds(hidden, entry)).isTrue();
  }

  @Test
  void detailsOpenAndCloseByEnter() throws IOException {
    open("four-way");

    for (WebElement summary : summaries()) {
      boolean before = isOpen(summary);
      browser.run("arguments[0].focus()", summary);
      browser.press(Keys.ENTER);
      assertThat(isOpen(summary)).isEqualTo(!before);
      browser.press(Keys.ENTER);
      assertThat(isOpen(summary)).isEqualTo(before);
    }
  }

  @Test
  void theSkipLinkIsFirstAndLeadsToTheVerdict() throws IOException {
    open("four-way");

    browser.press(Keys.TAB);

    assertThat(focused("className")).isEqualTo("skip");
    assertThat(browser.holds("return " + IN_VIEW, active())).as("it is visible").isTrue();
    browser.press(Keys.ENTER, Keys.TAB);
    assertThat(browser.holds("return arguments[0].closest('main') !== null", active()))
        .as("the next stop is after the contents")
        .isTrue();
  }

  private static final String IN_VIEW =
      """
      (box => box.width > 0 && box.bottom > 0 && box.right > 0
        && box.top < innerHeight && box.left < innerWidth)(arguments[0].getBoundingClientRect())
      """;

  @ParameterizedTest
  @ValueSource(strings = {"four-way", "troubled", "soak", "stream"})
  void theTabKeyReachesEverythingInOrderWithVisibleFocus(String sample) throws IOException {
    browser.media("", Map.of("prefers-reduced-motion", "reduce"));
    open(sample);
    long stops =
        (Long)
            browser.run(
                """
                window.stops = [...document.querySelectorAll('a[href], button, select, input, summary, [tabindex], [role=button]')]
                  .filter(it => it.checkVisibility({visibilityProperty: true}));
                return window.stops.length;
                """);

    List<Object> reached =
        LongStream.range(0, stops)
            .mapToObj(
                stop -> {
                  browser.press(Keys.TAB);
                  WebElement element = active();
                  assertThat(
                          browser.holds(
                              "const it = arguments[0], style = getComputedStyle(it); return "
                                  + IN_VIEW
                                  + "&& style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2",
                              element))
                      .as("focus on %s is visible", element.getAttribute("outerHTML"))
                      .isTrue();
                  return browser.run("return window.stops.indexOf(arguments[0])", element);
                })
            .toList();

    assertThat(reached).isEqualTo(LongStream.range(0, stops).boxed().toList());
    assertThat(stops).isGreaterThan(20);
  }

  @Test
  void everyEntryOfTheContentsLeadsToItsSection() throws IOException {
    browser.media("", Map.of("prefers-reduced-motion", "reduce"));
    open("four-way");

    for (String target :
        browser.texts(
            "return [...document.querySelectorAll('nav.toc a')].map(it => it.getAttribute('href'))")) {
      browser.run("scrollTo(0, 0)");
      browser.click("nav.toc a[href='%s']".formatted(target));
      assertThat(browser.holds("return " + IN_VIEW, browser.find(target + " h2")))
          .as("heading of %s is in view", target)
          .isTrue();
    }
  }

  @Test
  void motionIsReducedWhereTheReaderAsksForIt() throws IOException {
    open("four-way");
    assertThat(browser.style("html", "scroll-behavior")).isEqualTo("smooth");

    browser.media("", Map.of("prefers-reduced-motion", "reduce"));

    assertThat(browser.style("html", "scroll-behavior")).isEqualTo("auto");
    assertThat(
            browser.texts(
                """
                return [...document.querySelectorAll('*')].filter(it => {
                  const style = getComputedStyle(it);
                  return style.animationName !== 'none' || style.transitionDuration !== '0s';
                }).map(it => it.outerHTML)
                """))
        .isEmpty();
  }

  @ParameterizedTest
  @MethodSource("samples")
  void aPhoneScrollsWideTablesAndNotThePage(String sample) throws IOException {
    browser.phone();
    open(sample);
    ReportPage.unfold(browser);

    ReportPage.assertFits(browser, 390);
  }

  @Test
  void aWideTableScrollsByKeyboard() throws IOException {
    browser.phone();
    open("four-way");
    ReportPage.unfold(browser);
    WebElement box = browser.find("#runs .wide");

    browser.run("arguments[0].focus()", box);
    browser.press(Keys.ARROW_RIGHT);

    await().until(() -> browser.holds("return arguments[0].scrollLeft > 0", box));
  }

  @Test
  void chartsFollowTheWidthOfTheWindow() throws IOException {
    open("four-way");
    for (int width : List.of(1280, 700, 390)) {
      browser.size(width, 900, false);
      await()
          .untilAsserted(
              () ->
                  assertThat(
                          browser.texts(
                              """
                              return [...document.querySelectorAll('.chart')]
                                .filter(it => Math.abs(it.clientWidth
                                  - it.querySelector('.u-wrap').getBoundingClientRect().width) > 1)
                                .map(it => it.dataset.chart)
                              """))
                      .isEmpty());
    }
  }

  @ParameterizedTest
  @MethodSource("samples")
  void printHasTheMarkedDetailsAndNothingIsCut(String sample) throws IOException {
    open(sample);
    List<String> before = openDetails();
    ReportPage.assertFitsPaper(browser);
    assertThat(
            browser.holds(
                "return document.querySelector('details[data-print]:not([open])') === null"))
        .isTrue();

    browser.run("dispatchEvent(new Event('afterprint'))");
    assertThat(openDetails()).isEqualTo(before);
  }

  @Test
  void printingOpensTheMarkedDetailsForAsLongAsItTakes() throws IOException {
    open("four-way");
    List<String> before = openDetails();
    browser.run(
        """
        addEventListener('beforeprint', () => {
          window.foldedInPrint = document.querySelectorAll('details[data-print]:not([open])').length;
        });
        """);

    byte[] document = browser.print();

    assertThat(new String(document, 0, 5, StandardCharsets.US_ASCII)).isEqualTo("%PDF-");
    assertThat(browser.run("return window.foldedInPrint")).isEqualTo(0L);
    await().until(() -> openDetails().equals(before));
  }

  private static List<String> openDetails() {
    return browser.texts("return [...document.querySelectorAll('details')].map(it => it.open)");
  }

  private static List<String> lineColours() {
    return browser.texts(
        """
        return [...document.querySelectorAll('.chart .u-series:not(:first-child) .u-marker')]
          .map(it => getComputedStyle(it).borderTopColor)
          .filter(it => it !== 'rgba(0, 0, 0, 0)')
        """);
  }

  /** Of the background, from 0 to 255. */
  private static double brightness(String selector) {
    return Stream.of(
            browser.style(selector, "background-color").replaceAll("[^0-9,]", "").split(","))
        .mapToInt(Integer::parseInt)
        .average()
        .orElseThrow();
  }

  private static List<WebElement> summaries() {
    return ((List<?>)
            browser.run(
                "return [...document.querySelectorAll('summary')].filter(it => it.checkVisibility())"))
        .stream().map(WebElement.class::cast).toList();
  }

  private static boolean isOpen(WebElement summary) {
    return browser.holds("return arguments[0].parentNode.open", summary);
  }

  private static WebElement active() {
    return (WebElement) browser.run("return document.activeElement");
  }

  private static String focused(String property) {
    return (String) browser.run("return document.activeElement[arguments[0]]", property);
  }
}
