package io.meshgauge.report.arm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.meshgauge.experiment.Run;
import io.meshgauge.measure.use.ResourceUse;
import io.meshgauge.report.SampleSessions;
import java.util.List;
import org.junit.jupiter.api.Test;

class MachineShareTest {
  private final Run run = SampleSessions.fourWay().runs().get(0);

  @Test
  void itIsAllMeteredCpuOverCoresAndSeconds() {
    double used = run.resources().stream().mapToDouble(ResourceUse::cpuSeconds).sum();

    assertThat(MachineShare.of(run).orElseThrow()).isCloseTo(used / (20 * 2), within(1e-12));
  }

  @Test
  void anArmThatFilledMoreThanHalfIsWarnedOf() {
    assertThat(MachineShare.warning(arm(run))).isEmpty();

    assertThat(MachineShare.warning(arm(busier())).orElseThrow().text())
        .contains("of the machine under plan steady: above 50 % waiting", "use a lower rate");
  }

  /** The same run, had everything used ten times as much CPU. */
  private Run busier() {
    List<ResourceUse> uses =
        run.resources().stream()
            .map(
                use ->
                    new ResourceUse(
                        use.container(),
                        use.part(),
                        use.cpuSeconds() * 10,
                        use.memoryMeanBytes(),
                        use.memoryPeakBytes()))
            .toList();
    return run.with(new Run.Observations(uses, run.tcp(), run.hops(), null, null));
  }

  private static Arm arm(Run run) {
    return new Arm(run.trial().variant(), run.trial().plan(), List.of(run));
  }
}
