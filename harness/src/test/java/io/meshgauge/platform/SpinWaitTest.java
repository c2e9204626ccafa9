package io.meshgauge.platform;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpinWaitTest {

  @ParameterizedTest
  @CsvSource({"1, 200", "150, 200", "200, 150", "1000, 30", "100000, 0"})
  void sharedMachineAllowsThreePercentOfAProcessor(double rate, long micros) {
    assertThat(SpinWait.SHARED_MACHINE.micros(rate)).isEqualTo(micros);
  }

  @ParameterizedTest
  @CsvSource({"10, 1000", "100, 1000", "200, 500", "1000, 100"})
  void ownProcessorAllowsTenPercentOfIt(double rate, long micros) {
    assertThat(SpinWait.OWN_PROCESSOR.micros(rate)).isEqualTo(micros);
  }

  @Test
  void severalWorkersShareTheRate() {
    assertThat(SpinWait.OWN_PROCESSOR.sharedBy(2).micros(1000)).isEqualTo(200);
    assertThat(SpinWait.OWN_PROCESSOR.sharedBy(4).micros(100)).as("bounded").isEqualTo(1000);
  }
}
