package io.meshgauge.sample.payment;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LeakTest {
  @Test
  void everyChargeLosesItsBytesAndNoneWhereTheKnobIsZero() {
    Leak leak = new Leak(1000);
    Leak none = new Leak(0);
    for (int i = 0; i < 7; i++) {
      leak.drip();
      none.drip();
    }

    assertThat(leak.lost()).isEqualTo(7000);
    assertThat(none.lost()).isZero();
  }
}
