package io.meshgauge.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Reason;
import java.time.Duration;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ValidityTest {
  private static final Plan PLAN = new Plan("baseline", Duration.ofSeconds(10), new TreeMap<>());

  @Test
  void aSoundWindowBreaksNoRule() {
    assertThat(Validity.broken(PLAN, SampleLoads.SOUND.result())).isEmpty();
  }

  static Stream<Arguments> spoilt() {
    return Stream.of(
        Arguments.of(
            "window",
            new SampleLoads(1000, 1000, 9.4, 100, 5000, 2),
            "the window ended after 9.4 s; 10 s were planned"),
        Arguments.of(
            "achieved-rate",
            new SampleLoads(1000, 989, 10, 100, 5000, 2),
            "98.90 % of the scheduled requests were answered; at least 99 % are needed"),
        Arguments.of(
            "worker-cpu",
            new SampleLoads(1000, 1000, 10, 100, 5000, 16.2),
            "the load worker used 81 % of its CPU; at most 80 % are allowed"),
        Arguments.of(
            "send-lag",
            new SampleLoads(1000, 1000, 10, 510, 5000, 2),
            "send lag p99 was 0.510 ms, above 10 % of the median response time of 5.0"));
  }

  @ParameterizedTest
  @MethodSource("spoilt")
  void aRuleThatIsBrokenIsNamedWithNumberAndLimit(String rule, SampleLoads load, String words) {
    assertThat(Validity.broken(PLAN, load.result()))
        .singleElement()
        .satisfies(
            reason -> {
              assertThat(reason.rule()).isEqualTo(rule);
              assertThat(reason.text()).startsWith(words);
            });
  }

  @Test
  void everyBrokenRuleIsNamed() {
    SampleLoads hopeless = new SampleLoads(1000, 500, 5, 4000, 5000, 9);

    assertThat(Validity.broken(PLAN, hopeless.result()))
        .extracting(Reason::rule)
        .containsExactly("window", "achieved-rate", "worker-cpu", "send-lag");
  }

  @Test
  void theLimitsThemselvesAreStillSound() {
    SampleLoads limit = new SampleLoads(1000, 990, 9.5, 500, 5000, 15.2);

    assertThat(Validity.broken(PLAN, limit.result())).isEmpty();
  }
}
