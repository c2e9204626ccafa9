package io.meshgauge.run.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.config.Configuration;
import io.meshgauge.config.Overrides;
import io.meshgauge.config.SampleHome;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.product.registry.Products;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("rule-4")
class RatePlanTest {
  @TempDir Path folder;

  private static final int THIS_MACHINE_PERCENT = 28;
  private static final int NODES_PERCENT = 12;

  @Test
  void slowestArmUsesLessThanHalfOfTheMachine() {
    // 342 req/s kept 1.9 of 2 cores busy: 5.56 ms of CPU each; 28 % of 2 cores is 560 ms a second.
    RatePlan plan = RatePlan.of("istio-mtls", 342, 1.9, 2, THIS_MACHINE_PERCENT, 1);

    assertThat(plan.requestsPerSecond()).isEqualTo(100);
    assertThat(plan.explanation())
        .contains("100 req/s for all arms", "istio-mtls completed 342 req/s", "1.9 of 2 cores")
        .contains("fill about 28 % of the machine");
  }

  @ParameterizedTest
  @CsvSource({
    "1e5, 2, 2, 28000",
    "3426, 1.9, 2, 1000",
    "34, 1.9, 2, 10",
    "3, 2, 2, 1",
    "1, 2, 2, 1"
  })
  void rateHasTwoDigitsAndIsAtLeastOne(
      double capacity, double busy, double cores, double expected) {
    assertThat(
            RatePlan.of("envoy", capacity, busy, cores, THIS_MACHINE_PERCENT, 1)
                .requestsPerSecond())
        .isEqualTo(expected);
  }

  @Test
  void idleMachineIsNotMistakenForASmallOne() {
    // The same cost per request, found with the machine half idle.
    assertThat(RatePlan.of("envoy", 171, 0.95, 2, THIS_MACHINE_PERCENT, 1).requestsPerSecond())
        .isEqualTo(RatePlan.of("envoy", 342, 1.9, 2, THIS_MACHINE_PERCENT, 1).requestsPerSecond());
  }

  @Test
  void nodesWithDaemonsGetALowerShare() {
    assertThat(RatePlan.of("envoy", 342, 1.9, 2, NODES_PERCENT, 1).requestsPerSecond())
        .isEqualTo(43);
  }

  @Test
  void windowsOfATimedSessionHoldTheAnswersThatP99Needs() throws IOException {
    Path file = Files.writeString(folder.resolve("timed.yaml"), "variants: [baseline, envoy]\n");
    Experiment timed =
        new Configuration(SampleHome.in(folder), Products.all())
            .file(file, Overrides.NONE)
            .experiment();
    Duration planned = timed.plans().get(0).duration();

    assertThat(windowAt(timed, 1000)).isEqualTo(planned);
    // 1000 answers at 74 req/s, 0.9 of them meant to succeed, take 15 s.
    assertThat(windowAt(timed, 74)).isBetween(Duration.ofSeconds(16), Duration.ofSeconds(20));
    assertThat(timed.protocol().windowOf(timed.plans().get(0).during(windowAt(timed, 74))))
        .isEqualTo(timed.protocol().windowOf(timed.plans().get(0)));
    assertThat(windowAt(timed, 89)).isEqualTo(Duration.ofSeconds(14));
    assertThat(windowAt(timed, 20)).as("it would be more than twice as long").isEqualTo(planned);
  }

  private static Duration windowAt(Experiment experiment, double rate) {
    Experiment applied = new RatePlan(rate, 0.9, "").applied(experiment);
    assertThat(applied.protocol().rate()).hasValue(rate);
    return applied.plans().get(0).duration();
  }
}
