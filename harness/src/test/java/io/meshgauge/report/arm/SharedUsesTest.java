package io.meshgauge.report.arm;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.Run;
import io.meshgauge.measure.use.Part;
import io.meshgauge.measure.use.ResourceUse;
import io.meshgauge.measure.use.ResourceUse.Shared;
import io.meshgauge.report.SampleSessions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("rule-16")
class SharedUsesTest {
  private static final double MIB = 1024.0 * 1024;

  private final Run run = SampleSessions.fourWay().runs().get(0);

  @Test
  void theRuleStandsWithTheFiguresItWasAppliedTo() {
    ResourceUse ztunnel =
        new ResourceUse(
            "ztunnel@n1",
            Part.DATA_PLANE,
            1.5,
            40 * MIB,
            44 * MIB,
            new Shared(0.25, 9, 6),
            null,
            null);

    assertThat(SharedUses.warnings(arm(ztunnel)))
        .singleElement()
        .satisfies(
            it ->
                assertThat(it.text())
                    .contains(
                        "ztunnel@n1 serves a whole node: 9 pods, 6 of them of this experiment",
                        "1.50 of 1.75 CPU-s",
                        "shared out over its requests",
                        "working set stands as it is (40 MiB)"));
  }

  @Test
  void whatServesOneExperimentNeedsNoRule() {
    assertThat(
            SharedUses.warnings(
                arm(new ResourceUse("order-proxy", Part.DATA_PLANE, 1.5, 40 * MIB, 44 * MIB))))
        .isEmpty();
  }

  private Arm arm(ResourceUse more) {
    List<ResourceUse> uses = new ArrayList<>(run.resources());
    uses.add(more);
    Run with = run.with(new Run.Observations(uses, run.tcp(), run.hops(), null, null));
    return new Arm(run.trial().variant(), run.trial().plan(), List.of(with));
  }
}
