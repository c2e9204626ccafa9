package io.meshgauge.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AmountsTest {

  @Test
  void numbersHaveAboutThreeDigitsInTheUnitPeopleUse() {
    assertThat(Amounts.text(Unit.SECONDS, 0.00635)).isEqualTo("6.35 ms");
    assertThat(Amounts.text(Unit.SECONDS, 0.1239)).isEqualTo("124 ms");
    assertThat(Amounts.text(Unit.BYTES, 15 * 1024 * 1024)).isEqualTo("15.0 MiB");
    assertThat(Amounts.text(Unit.RATIO, 0.001)).isEqualTo("0.10 %");
  }

  @Test
  void differencesCarryTheirSignAndZeroIsNeverNegative() {
    assertThat(Amounts.difference(Unit.SECONDS, 0.0019)).isEqualTo("+1.90 ms");
    assertThat(Amounts.difference(Unit.SECONDS, -0.0019)).isEqualTo("-1.90 ms");
    assertThat(Amounts.difference(Unit.SECONDS, -1e-9)).isEqualTo("+0.00 ms");
    assertThat(Amounts.change(0.34)).isEqualTo("+34 %");
    assertThat(Amounts.change(-0.012)).isEqualTo("-1.2 %");
  }

  @Test
  void smallProbabilitiesAreNotPrintedAsZero() {
    assertThat(Amounts.probability(1e-9)).isEqualTo("< 0.001");
    assertThat(Amounts.probability(0.0314)).isEqualTo("0.031");
  }
}
