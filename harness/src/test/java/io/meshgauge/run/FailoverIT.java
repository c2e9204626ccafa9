package io.meshgauge.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Protocol;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Trial;
import io.meshgauge.experiment.Variant;
import io.meshgauge.experiment.change.ChangeEffect;
import io.meshgauge.measure.Metric;
import io.meshgauge.product.envoy.EnvoyBinary;
import io.meshgauge.topology.SampleServices;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process that is killed behind a proxy that tries another one, behind one that does not, and
 * without one, where callers take turns.
 */
@Tag("serial")
@Tag("long")
class FailoverIT {
  private static final int RATE = 40;
  private static final int REQUESTS_IN_FAULT = RATE * 3;
  private static final Plan PLAN =
      new Plan(
          Plan.FAILOVER,
          Plan.MIN_DURATION,
          new TreeMap<>(Map.of("fault-service", "order", "fault-on", "PT3S", "fault-off", "PT7S")));

  @TempDir Path folder;

  @Test
  void whatNothingCatchesIsFoundAndWhatIsTriedAgainIsNot() {
    EnvoyBinary.orSkip();
    Variant trusting =
        Variant.plain("envoy-front").with("retries", "off").with("health-checks", "off");

    Variant direct = Variant.plain(Variant.BASELINE).with(Variant.REPLICAS, "2");

    List<Run> runs =
        runs(List.of(Variant.plain("envoy-front"), trusting.named("trusting"), direct));

    for (Run run : runs) {
      assertThat(run.outcome()).as("%s", run.reasons()).isNotIn(Outcome.FAILED, Outcome.UNVERIFIED);
      ChangeEffect effect = run.results().changes().get(0);
      assertThat(effect.change().victim()).isEqualTo("order-2");
      assertThat(effect.change().endMicros() - effect.change().beginMicros())
          .isGreaterThanOrEqualTo(3_000_000L);
      assertThat(effect.requests()).isCloseTo(run.measuredLoad().orElseThrow().sent(), within(10L));
      assertThat(run.value(Metric.CHANGE_ERRORS)).hasValue(effect.failed());
    }
    ChangeEffect caught = runs.get(0).results().changes().get(0);
    ChangeEffect missed = runs.get(1).results().changes().get(0);
    // Nine in ten requests reach the service; of them every second one the killed process.
    assertThat(missed.failed()).isBetween(REQUESTS_IN_FAULT / 4L, 3L * REQUESTS_IN_FAULT);
    assertThat(missed.recoverySeconds()).isGreaterThan(2.5);
    assertThat(caught.failed()).isLessThan(missed.failed() / 4);
    assertThat(runs.get(2).results().changes().get(0).failed())
        .as("nothing takes the process from the callers")
        .isGreaterThan(REQUESTS_IN_FAULT / 4L);
    assertThat(caught.longestGapSeconds()).isLessThan(3);
  }

  private List<Run> runs(List<Variant> arms) {
    Protocol protocol = new Protocol(1, OptionalDouble.of(RATE), "poisson", 200, 8, 1, false);
    Experiment experiment =
        new Experiment("failover", PlatformKind.LOCAL, arms, List.of(PLAN), protocol, List.of(), 7)
            .of(SampleServices.APPLICATION);
    return new LocalTrials(folder)
        .run(
            experiment,
            runner ->
                IntStream.range(0, arms.size())
                    .mapToObj(i -> runner.run(new Trial(i + 1, 1, arms.get(i), PLAN), experiment))
                    .toList());
  }
}
