package io.meshgauge.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Protocol;
import io.meshgauge.experiment.Reason;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Trial;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.Metric;
import io.meshgauge.product.envoy.EnvoyBinary;
import io.meshgauge.topology.SampleServices;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All arms of a block deployed at once, one of them with a broken promise. */
@Tag("long")
class StandingArmsIT {
  private static final int RATE = 50;
  private static final Plan PLAN = new Plan("steady", Plan.MIN_DURATION, new TreeMap<>());
  private static final Variant BASELINE = Variant.plain("baseline");
  private static final Variant MTLS = Variant.plain("istio-mtls");
  private static final Variant BROKEN =
      Variant.plain("istio-mtls").with("fault", "plaintext-listener:payment").named("broken");

  @TempDir Path folder;

  @Test
  void windowsAlternateAndEachArmIsProvenOnItsOwn() {
    EnvoyBinary.orSkip();

    List<Run> both = runs(List.of(BASELINE, MTLS, BROKEN), 2);

    check(both.subList(0, 3));
    check(both.subList(3, 6));
    assertThat(both.get(3).measuredLoad().orElseThrow().scheduled())
        .as("arrivals of its own in each block")
        .isNotEqualTo(both.get(0).measuredLoad().orElseThrow().scheduled());
  }

  private static void check(List<Run> runs) {
    Run mtls = runs.get(1);
    assertThat(mtls.outcome()).as("%s", mtls.reasons()).isNotIn(Outcome.FAILED, Outcome.UNVERIFIED);
    assertThat(mtls.evidence()).isNotEmpty().allMatch(Evidence::proven, "proven");
    Run broken = runs.get(2);
    assertThat(broken.outcome()).as("%s", broken.reasons()).isEqualTo(Outcome.UNVERIFIED);
    for (Run run : runs) {
      LoadResult load = run.measuredLoad().orElseThrow();
      assertThat(load.seconds()).as("load without pauses").isBetween(9.5, 12.0);
      assertThat(load.sent()).isEqualTo(load.scheduled()).isBetween(8L * RATE, 12L * RATE);
      assertThat(run.value(Metric.THROUGHPUT).orElseThrow()).isBetween(0.8 * RATE, 1.2 * RATE);
      assertThat(run.value(Metric.CPU_APPLICATION).orElseThrow()).isPositive();
    }
    assertThat(runs.get(0).measuredLoad().orElseThrow().scheduled())
        .as("the same arrivals")
        .isEqualTo(mtls.measuredLoad().orElseThrow().scheduled());
    LoadResult first = runs.get(0).measuredLoad().orElseThrow();
    LoadResult second = mtls.measuredLoad().orElseThrow();
    assertThat(first.window().start()).isBefore(second.window().end());
    assertThat(second.window().start()).isBefore(first.window().end());
  }

  @Test
  void whatOneArmAloneHasWrongIsFoundInThatArm() {
    EnvoyBinary.orSkip();
    Variant sharing = MTLS.with("arm-fault", "shared-proxy:auth").named("sharing");
    Variant lax = MTLS.with("fault", "certificates-optional").named("lax");
    Variant ignored = MTLS.with("arm-fault", "ignored-header:order").named("ignored");

    List<Run> runs = runs(List.of(BASELINE, sharing, MTLS, ignored, lax), 1);

    assertThat(runs).extracting(Run::outcome).doesNotContain(Outcome.FAILED, Outcome.VALID);
    assertThat(reasons(runs.get(0))).as("baseline").contains("order → payment");
    assertThat(reasons(runs.get(1))).as("sharing").contains("gateway → auth");
    assertThat(reasons(runs.get(2)))
        .as("the next arm")
        .contains("isolation of arms does not hold", "gateway → auth", "order → payment");
    assertThat(reasons(runs.get(3)))
        .as("the arm whose paths all take")
        .contains("isolation of arms does not hold", "in the windows of others", "order → payment");
    assertThat(runs.get(4).reasons())
        .as("the arm that accepts clients without a certificate, and its hops")
        .extracting(Reason::text)
        .anyMatch(it -> it.contains("gateway → order: no certificate"));
    assertThat(reasons(runs.get(2))).doesNotContain("no certificate");
  }

  private static String reasons(Run run) {
    return run.reasons().stream().map(Reason::text).collect(Collectors.joining("; "));
  }

  private List<Run> runs(List<Variant> arms, int blocks) {
    Protocol protocol =
        new Protocol(blocks, OptionalDouble.of(RATE), "poisson", 400, 8, 1, false)
            // Shorter ones read all proxies more often than a test needs.
            .inWindows(2);
    Experiment experiment =
        new Experiment("standing", PlatformKind.LOCAL, arms, List.of(PLAN), protocol, List.of(), 7)
            .of(SampleServices.APPLICATION);
    return new LocalTrials(folder)
        .run(
            experiment,
            runner ->
                IntStream.rangeClosed(1, blocks)
                    .mapToObj(block -> runner.runTogether(trials(arms, block), experiment))
                    .flatMap(List::stream)
                    .toList());
  }

  private static List<Trial> trials(List<Variant> arms, int block) {
    List<Trial> trials = new ArrayList<>();
    for (Variant arm : arms) {
      trials.add(new Trial((block - 1) * arms.size() + trials.size() + 1, block, arm, PLAN));
    }
    return trials;
  }
}
