package io.meshgauge.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.meshgauge.measure.Metric;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What of the scores of Glavchev et al. (2026) follows from their tables, and what does not. */
class PublishedScoresTest {
  private static final Path STUDY = Path.of("../reports/published/glavchev-2026-sidecar.csv");

  /** Their values are printed with two digits. */
  private static final Offset<Double> AS_PRINTED = within(0.0051);

  private static final List<String> SCORES =
      List.of("score_p95", "score_p99", "score_throughput", "score_cpu", "score_ram");
  private static final double[] P99_HEAVY = {0.2, 0.4, 0.2, 0.2, 0.2};

  private static List<CSVRecord> systems;

  @BeforeAll
  static void read() throws IOException {
    CSVFormat withHeader = CSVFormat.DEFAULT.builder().setHeader().setSkipHeaderRecord(true).get();
    try (Reader reader = Files.newBufferedReader(STUDY)) {
      systems = withHeader.parse(reader).getRecords();
    }
  }

  private static double number(CSVRecord system, String column) {
    return Double.parseDouble(system.get(column));
  }

  private static double weighted(CSVRecord system, double[] weights) {
    double sum = 0;
    for (int i = 0; i < weights.length; i++) {
      sum += weights[i] * number(system, SCORES.get(i));
    }
    return sum;
  }

  private static CSVRecord named(String name) {
    return systems.stream().filter(s -> s.get("system").equals(name)).findFirst().orElseThrow();
  }

  @Test
  void throughputCpuAndMemoryFollowOurFormula() {
    Criterion throughput = Criterion.benefit(Metric.THROUGHPUT, 8000, 10_000);
    Criterion cpu = Criterion.cost(Metric.CPU_SYSTEM, 10, 15);
    Criterion memory = Criterion.cost(Metric.MEMORY_SYSTEM, 200, 150);
    for (CSVRecord system : systems) {
      assertThat(throughput.points(number(system, "throughput_rps")))
          .as("%s", system)
          .isCloseTo(number(system, "score_throughput"), AS_PRINTED);
      assertThat(cpu.points(number(system, "cpu_overhead_percent")))
          .as("%s", system)
          .isCloseTo(number(system, "score_cpu"), AS_PRINTED);
      assertThat(memory.points(number(system, "ram_overhead_mb")))
          .as("%s", system)
          .isCloseTo(number(system, "score_ram"), AS_PRINTED);
    }
  }

  @Test
  void noTargetAndBudgetGiveTheLatencyScores() {
    // Inside (0, 1) the formula is strictly falling, yet two unlike latencies score the same.
    for (String percentile : List.of("p95", "p99")) {
      String latency = "latency_" + percentile + "_ms";
      String score = "score_" + percentile;
      assertThat(number(named("envoy"), latency)).isLessThan(number(named("linkerd"), latency) - 9);
      assertThat(number(named("envoy"), score))
          .isEqualTo(number(named("linkerd"), score))
          .isLessThan(0.95);
    }
  }

  @Test
  void equalCompositeIsTheMeanOfTheFiveScores() {
    for (CSVRecord system : systems) {
      assertThat(weighted(system, new double[] {0.2, 0.2, 0.2, 0.2, 0.2}))
          .as("%s", system)
          .isCloseTo(number(system, "composite_equal"), AS_PRINTED);
    }
  }

  @Test
  void heavyCompositeFollowsNeitherFromTheWeightsNorFromTheRescaledOnes() {
    List<String> asGiven =
        systems.stream().filter(s -> matches(s, 1.0)).map(s -> s.get("system")).toList();
    List<String> rescaled =
        systems.stream().filter(s -> matches(s, 1.2)).map(s -> s.get("system")).toList();

    assertThat(asGiven).isEmpty();
    assertThat(rescaled).containsExactly("linkerd");
    assertThat(weighted(named("linkerd"), P99_HEAVY)).isGreaterThan(1);
  }

  @Test
  void printedHeavyOrderIsTheReverseOfWhatItsWeightsGive() {
    assertThat(number(named("envoy"), "composite_p99_heavy"))
        .isGreaterThan(number(named("linkerd"), "composite_p99_heavy"));
    assertThat(weighted(named("envoy"), P99_HEAVY))
        .isLessThan(weighted(named("linkerd"), P99_HEAVY));
  }

  private static boolean matches(CSVRecord system, double divisor) {
    double computed = weighted(system, P99_HEAVY) / divisor;
    return Math.abs(computed - number(system, "composite_p99_heavy")) < 0.0101;
  }
}
