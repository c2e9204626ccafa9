package io.meshgauge.run.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.meshgauge.measure.CapacityResult.Step;
import io.meshgauge.run.session.RunException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("rule-4")
class CapacitySearchTest {
  private final List<Double> tried = new ArrayList<>();

  private DoubleFunction<Step> keptUpTo(double capacity) {
    return rate -> {
      tried.add(rate);
      return new Step(rate, 1, 0.01, rate <= capacity ? List.of() : List.of("response_p99 is 0.3"));
    };
  }

  @ParameterizedTest
  @ValueSource(doubles = {3, 40, 251, 499, 500, 777, 990})
  void highestSustainedRateIsFoundToFivePercent(double capacity) {
    CapacitySearch.Found found = CapacitySearch.below(1000, keptUpTo(capacity));

    assertThat(found.capacity()).isLessThanOrEqualTo(capacity);
    assertThat(found.capacity()).isCloseTo(capacity, within(capacity * 0.06));
    assertThat(found.steps()).extracting(Step::rate).containsExactlyElementsOf(tried);
    assertThat(tried).hasSizeLessThan(16).doesNotHaveDuplicates();
  }

  @Test
  void noRateAboveTheLimitIsTried() {
    CapacitySearch.below(1000, keptUpTo(5000));

    assertThat(tried).allMatch(rate -> rate < 1000).anyMatch(rate -> rate > 950);
  }

  @Test
  void failureNamesTheReasonWhenNoRateIsSustained() {
    assertThatThrownBy(() -> CapacitySearch.below(100, keptUpTo(0)))
        .isInstanceOf(RunException.class)
        .hasMessageContaining("not even 1.6 req/s (response_p99 is 0.3)");
    assertThat(tried).hasSize(6);
  }
}
