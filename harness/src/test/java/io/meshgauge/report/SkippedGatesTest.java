package io.meshgauge.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Protocol;
import io.meshgauge.experiment.Slo;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.Metric;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SkippedGatesTest {
  @ParameterizedTest
  @CsvSource({
    "steady, CAPACITY, searches for no capacity",
    "steady, STREAM_LOSS, sends no TCP stream",
    "tcp, CAPACITY, searches for no capacity",
    "tcp, RESPONSE_P99, sends no requests",
  })
  void aPlanSaysWhyItIsNotHeldToAnObjective(String name, Metric metric, String reason) {
    Plan plan = new Plan(name, Duration.ofSeconds(10), new TreeMap<>());
    Experiment experiment =
        new Experiment(
            "objectives",
            PlatformKind.LOCAL,
            List.of(Variant.plain("baseline")),
            List.of(plan),
            new Protocol(1, OptionalDouble.of(20), "poisson", 100, 8, 1, false),
            List.of(new Slo(metric, 1)),
            7);

    assertThat(SkippedGates.objectives(experiment, plan).values())
        .containsExactly("plan %s is not held to it, since it %s".formatted(name, reason));
  }
}
