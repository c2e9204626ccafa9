package io.meshgauge.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MachineTicksTest {

  @Test
  void waitingForDevicesIsRestAndGuestTimeIsCountedOnce() {
    assertThat(MachineTicks.of("cpu  100 1 50 800 10 2 3 5 40 0\ncpu0 1\n"))
        .isEqualTo(new MachineTicks(156, 5, 971));
  }

  @Test
  void machinesTogetherWeighByTheirTime() {
    MachineTicks small = new MachineTicks(100, 0, 100);
    MachineTicks large = new MachineTicks(0, 30, 300);

    assertThat(MachineTicks.NONE.plus(small).plus(large).since(MachineTicks.NONE))
        .isEqualTo(new MachineUse(0.25, 0.075));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "intr 1 2 3 4 5 6 7 8 9", "cpu 1 2 3"})
  void anotherSystemsStatIsRefused(String stat) {
    assertThatThrownBy(() -> MachineTicks.of(stat))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'" + stat + "'");
  }
}
