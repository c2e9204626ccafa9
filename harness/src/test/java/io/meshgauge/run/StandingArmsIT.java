package io.meshgauge.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Reason;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.Metric;
import io.meshgauge.product.envoy.EnvoyBinary;
import io.meshgauge.topology.SampleServices;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All arms of a block deployed at once, one of them with a broken promise. */
@Tag("long")
class StandingArmsIT {
  private static final int RATE = 50;
  private static final Variant BASELINE = Variant.plain("baseline");
  private static final Variant MTLS = Variant.plain("istio-mtls");
  private static final Variant BROKEN =
      Variant.plain("istio-mtls").with("fault", "plaintext-listener:payment").named("broken");

  @TempDir Path folder;

  @Test
  void windowsAlternateAndEachArmIsProvenOnItsOwn() {
    EnvoyBinary.orSkip();

    Map<String, Run> runs =
        ExampleRuns.togetherTooLate(
            folder, SampleServices.APPLICATION, List.of(BASELINE, MTLS, BROKEN), RATE);

    Run baseline = runs.get("baseline");
    Run mtls = runs.get("istio-mtls");
    assertThat(mtls.outcome()).as("%s", mtls.reasons()).isNotIn(Outcome.FAILED, Outcome.UNVERIFIED);
    assertThat(mtls.evidence()).isNotEmpty().allMatch(Evidence::proven, "proven");
    assertThat(runs.get("broken").outcome()).isEqualTo(Outcome.UNVERIFIED);
    for (Run run : runs.values()) {
      ExampleRuns.assertCountedAlike(run);
      LoadResult load = run.measuredLoad().orElseThrow();
      assertThat(load.seconds()).as("load without pauses").isBetween(9.5, 12.0);
      assertThat(load.sent()).isEqualTo(load.scheduled()).isBetween(8L * RATE, 12L * RATE);
      assertThat(run.value(Metric.THROUGHPUT).orElseThrow()).isBetween(0.8 * RATE, 1.2 * RATE);
      assertThat(run.value(Metric.CPU_APPLICATION).orElseThrow()).isPositive();
    }
    LoadResult first = baseline.measuredLoad().orElseThrow();
    LoadResult second = mtls.measuredLoad().orElseThrow();
    assertThat(first.scheduled()).as("the same arrivals").isEqualTo(second.scheduled());
    assertThat(first.window().start()).isBefore(second.window().end());
    assertThat(second.window().start()).isBefore(first.window().end());
  }

  @Test
  void whatOneArmAloneHasWrongIsFoundInThatArm() {
    EnvoyBinary.orSkip();
    Variant sharing = MTLS.with("arm-fault", "shared-proxy:auth").named("sharing");
    Variant lax = MTLS.with("fault", "certificates-optional").named("lax");
    Variant ignored = MTLS.with("arm-fault", "ignored-header:order").named("ignored");

    Map<String, Run> runs = together(BASELINE, sharing, MTLS, ignored, lax);

    assertThat(runs.values())
        .extracting(Run::outcome)
        .doesNotContain(Outcome.FAILED, Outcome.VALID);
    assertThat(reasons(runs.get("baseline"))).as("baseline").contains("order → payment");
    assertThat(reasons(runs.get("sharing"))).as("sharing").contains("gateway → auth");
    assertThat(reasons(runs.get("istio-mtls")))
        .as("the next arm")
        .contains("isolation of arms does not hold", "gateway → auth", "order → payment");
    assertThat(reasons(runs.get("ignored")))
        .as("the arm whose paths all take")
        .contains("isolation of arms does not hold", "in the windows of others", "order → payment");
    assertThat(runs.get("lax").reasons())
        .as("the arm that accepts clients without a certificate, and its hops")
        .extracting(Reason::text)
        .anyMatch(it -> it.contains("gateway → order: no certificate"));
    assertThat(reasons(runs.get("istio-mtls"))).doesNotContain("no certificate");
  }

  private static String reasons(Run run) {
    return run.reasons().stream().map(Reason::text).collect(Collectors.joining("; "));
  }

  private Map<String, Run> together(Variant... arms) {
    return ExampleRuns.together(folder, SampleServices.APPLICATION, List.of(arms), RATE);
  }
}
