package io.meshgauge.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshgauge.experiment.Protocol.StopRule;
import io.meshgauge.experiment.Protocol.StopRule.Limit;
import io.meshgauge.measure.LabelResult.Mismatch;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HarmWatchTest {
  private static final Optional<Limit> HALF =
      Optional.of(new Limit(0.5, "shop.yaml:7:22 (stop.error_ratio)"));
  private static final Optional<Limit> TWO_SECONDS =
      Optional.of(new Limit(2, "shop.yaml:8:22 (stop.response_p99)"));
  private static final Optional<Limit> NONE = Optional.empty();

  private long nanos = TimeUnit.HOURS.toNanos(-9);

  @Test
  void theRuleFiresInTheLastOfConsecutiveSeconds() {
    LoadListener window = window(new StopRule(HALF, NONE, 3));
    second(window, 0, 60, 60, 0, 0, 0.01);
    second(window, 1, 60, 60, 30, 0, 0.01);
    second(window, 2, 60, 60, 60, 0, 0.01);

    assertThatThrownBy(() -> second(window, 3, 60, 45, 45, 15, 0.01))
        .isInstanceOf(HarmException.class)
        .hasMessageContaining("the stop rule ended the load of arm mtls, plan stress")
        .hasMessageContaining(
            "from second 1 of window 1 to second 3 of window 1,"
                + " requests not answered as expected: 50 %, 100 %, 75 %;"
                + " the limit is 50 % in 3 consecutive seconds,"
                + " set by shop.yaml:7:22 (stop.error_ratio)")
        .hasMessageContaining("stop: none");
  }

  @Test
  void anAnswerThatIsAlwaysTheSameQuestionsTheDeclaration() {
    HarmException harm = new HarmException("arm mtls", "in second 1", "error_ratio");

    assertThat(harm.with(List.of(new Mismatch("echo", "202", "200", 573, 573, "hello"))))
        .hasMessageContaining(
            "no answer to echo was the expected one since its first request:"
                + " echo: expected 202, received 200 in 573 of 573, answered “hello”")
        .hasMessageContaining("If 200 is right, write expect: [200]")
        .hasMessageContaining("in second 1");
  }

  @ParameterizedTest
  @CsvSource({
    "202, 200, 572",
    "202, 503, 573",
    "202, refused, 573",
    "202, idle-close (the load worker reused a connection closed while idle), 573",
    "text of an assertion, 200, 573"
  })
  void otherAnswersAreListedAsHarm(String expected, String received, long count) {
    HarmException harm = new HarmException("arm mtls", "in second 1", "error_ratio");
    String kind = received.replaceFirst(" .*", "");

    assertThat(harm.with(List.of(new Mismatch("echo", expected, kind, count, 573, ""))))
        .hasMessageContaining("the application is harmed: in second 1. What came back: echo:")
        .hasMessageContaining("received %s in %d of 573".formatted(received, count))
        .hasMessageContaining("change stop.error_ratio");
  }

  @Test
  void aSecondBelowTheLimitStartsAgain() {
    LoadListener window = window(new StopRule(HALF, NONE, 2));
    for (int i = 0; i < 10; i += 2) {
      second(window, i, 60, 60, 60, 0, 0.01);
      second(window, i + 1, 60, 60, 29, 0, 0.01);
    }
  }

  @Test
  void secondsOfFollowingWindowsAreConsecutive() {
    HarmWatch watch = watch(new StopRule(HALF, NONE, 3));
    LoadListener one = opened(watch);
    second(one, 0, 9, 9, 9, 0, 0.01);
    second(one, 1, 9, 9, 9, 0, 0.01);

    LoadListener next = opened(watch);
    assertThatThrownBy(() -> second(next, 0, 9, 9, 9, 0, 0.01))
        .hasMessageContaining("from second 0 of window 1 to second 0 of window 2");
  }

  @Test
  void anIdleSecondNeitherCountsNorForgives() {
    LoadListener window = window(new StopRule(HALF, NONE, 2));
    second(window, 0, 1, 1, 1, 0, 0.01);
    second(window, 1, 0, 0, 0, 0, 0);
    second(window, 2, 0, 0, 0, 0, 0);

    assertThatThrownBy(() -> second(window, 3, 1, 1, 1, 0, 0.01)).isInstanceOf(HarmException.class);
  }

  @Test
  void anApplicationThatHangsIsFoundAfterItsFirstTimeouts() {
    LoadListener window = window(new StopRule(HALF, NONE, 3));
    for (int i = 0; i < 5; i++) {
      second(window, i, i == 0 ? 16 : 0, 0, 0, 0, 0);
    }
    second(window, 5, 16, 0, 16, 16, 5);
    second(window, 6, 0, 0, 0, 0, 0);

    assertThatThrownBy(() -> second(window, 7, 0, 0, 0, 0, 0))
        .hasMessageContaining("100 %, no answer, no answer");
  }

  @Test
  void slowAnswersAreJudgedIfThereIsALimit() {
    LoadListener unlimited = window(new StopRule(HALF, NONE, 2));
    LoadListener window = window(new StopRule(NONE, TWO_SECONDS, 2));
    for (int i = 0; i < 5; i++) {
      second(unlimited, i, 60, 60, 0, 0, 30);
    }
    second(window, 0, 60, 60, 60, 0, 1.99);
    second(window, 1, 60, 60, 60, 0, 2);

    assertThatThrownBy(() -> second(window, 2, 60, 60, 0, 0, 2.5))
        .hasMessageContaining(
            "response time p99: 2.00 s, 2.50 s; the limit is 2.00 s in 2 consecutive seconds,"
                + " set by shop.yaml:8:22 (stop.response_p99)");
  }

  @Test
  void requestsWithoutAnswerAreAsSlowAsTheyHaveWaited() {
    LoadListener window = window(new StopRule(NONE, TWO_SECONDS, 2));
    second(window, 0, 60, 60, 0, 0, 0.01);
    second(window, 1, 60, 0, 0, 0, 0);
    second(window, 2, 60, 0, 0, 0, 0);

    assertThatThrownBy(() -> second(window, 3, 60, 0, 0, 0, 0))
        .hasMessageContaining("no answer for 2 s, no answer for 3 s");
  }

  @Test
  void answersAfterTheWindowAreNotJudged() {
    LoadListener window = window(new StopRule(HALF, NONE, 1));

    assertThatCode(() -> second(window, 10, 0, 0, 9, 9, 5)).doesNotThrowAnyException();
  }

  @Test
  void theWarmUpIsJudgedSecondBySecond() {
    HarmWatch watch = watch(new StopRule(HALF, NONE, 2));
    watch.warming(0, 0);
    after(1000);
    watch.warming(100, 49);
    after(500);
    watch.warming(150, 99);
    after(500);
    watch.warming(200, 149);
    after(1000);

    assertThatThrownBy(() -> watch.warming(300, 249))
        .hasMessageContaining("from second 1 of the warm-up to second 2 of the warm-up")
        .hasMessageContaining("100 %, 100 %");
  }

  @Test
  void warmUpAndWindowAreApart() {
    HarmWatch watch = watch(new StopRule(HALF, NONE, 2));
    watch.warming(0, 0);
    after(1000);
    watch.warming(100, 100);

    LoadListener window = opened(watch);
    second(window, 0, 60, 60, 60, 0, 0.01);
    assertThatThrownBy(() -> second(window, 1, 60, 60, 60, 0, 0.01))
        .hasMessageContaining("from second 0 of window 1");
  }

  @Test
  void withoutALimitNothingEnds() {
    HarmWatch watch = watch(StopRule.NONE);
    watch.warming(0, 0);
    after(1000);
    watch.warming(100, 100);
    LoadListener window = opened(watch);
    for (int i = 0; i < 10; i++) {
      second(window, i, 60, 0, 60, 60, 60);
    }
    assertThat(StopRule.NONE.errorRatio()).isEmpty();
  }

  private void after(long millis) {
    nanos += TimeUnit.MILLISECONDS.toNanos(millis);
  }

  private HarmWatch watch(StopRule rule) {
    return new HarmWatch(rule, "arm mtls, plan stress", () -> nanos);
  }

  private LoadListener window(StopRule rule) {
    return opened(watch(rule));
  }

  private static LoadListener opened(HarmWatch watch) {
    LoadListener window = watch.over(LoadListener.SILENT, Duration.ofSeconds(10));
    window.measuring(Instant.EPOCH);
    return window;
  }

  private static void second(
      LoadListener window, int second, int sent, int completed, int errors, int lost, double p99) {
    long micros = Math.round(p99 * 1e6);
    window.second(
        new LoadListener.Second(second, sent, sent, completed, errors, lost, micros, micros));
  }
}
