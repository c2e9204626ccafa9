package io.meshgauge.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class IntervalTest {
  private final Interval interval = new Interval(1, 3);

  @Test
  void theEndsBelongToIt() {
    assertThat(interval.contains(1)).isTrue();
    assertThat(interval.contains(3)).isTrue();
    assertThat(interval.contains(3.0001)).isFalse();
    assertThat(interval.width()).isEqualTo(2);
  }

  @Test
  void crossedAndInfiniteEndsAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Interval(2, 1))
        .withMessageContaining("the lower one first");
    assertThatIllegalArgumentException().isThrownBy(() -> new Interval(0, Double.NaN));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Interval(0, Double.POSITIVE_INFINITY));
  }
}
