package io.meshgauge.measure.use;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MachineTicksTest {

  @Test
  void waitingForDevicesIsRestAndGuestTimeIsCountedOnce() {
    assertThat(MachineTicks.of("cpu  100 1 50 800 10 2 3 5 40 0\ncpu0 1\n"))
        .isEqualTo(new MachineTicks(156, 5, 0, 5, 971));
  }

  @Test
  void nodesAreBusyTogetherAndOtherWorkCountsWhereMostOfItIs() {
    MachineUse small = new MachineTicks(100, 0, 60, 0, 100).since(MachineTicks.NONE);
    MachineUse large = new MachineTicks(0, 0, 0, 30, 300).since(MachineTicks.NONE);

    assertThat(
            MachineUse.ofNodes(
                Map.of("small", small, "large", large), Map.of("small", 2.0, "large", 6.0)))
        .isEqualTo(new MachineUse(0.25, 0, 0.4, List.of(), new MachineUse.Nodes(8, "small")));
  }

  @Test
  void whatNeitherTheSessionNorAnInterruptUsedIsForeign() {
    MachineTicks before = MachineTicks.of("cpu  100 0 50 800 10 2 3 5 40 0").with(70);
    MachineTicks after = MachineTicks.of("cpu  150 0 70 815 10 7 8 10 40 0").with(100);

    assertThat(after.since(before)).isEqualTo(new MachineUse(0.8, 0.05, 0.4, List.of()));
    assertThat(after.since(before).without(0.3).foreign()).isCloseTo(0.1, within(1e-9));
    assertThat(after.since(before).without(0.5).foreign()).isZero();
    assertThat(after.since(before).taken()).isCloseTo(0.45, within(1e-9));
  }

  @Test
  void aSessionThatCountsMoreThanTheMachineHasNoForeignWork() {
    MachineTicks before = MachineTicks.of("cpu  100 0 50 800 10 0 0 0 0 0").with(0);
    MachineTicks after = MachineTicks.of("cpu  150 0 50 850 10 0 0 0 0 0").with(60);

    assertThat(after.since(before).foreign()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "intr 1 2 3 4 5 6 7 8 9", "cpu 1 2 3"})
  void anotherSystemsStatIsRefused(String stat) {
    assertThatThrownBy(() -> MachineTicks.of(stat))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'" + stat + "'");
  }
}
