package io.meshgauge.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.meshgauge.measure.Metric;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Test;

/** The verdict on real replicates: Shulyak and Savenko (2021), p99 at 450 requests per second. */
class PublishedReplicatesTest {
  private static final Path STUDY = Path.of("../reports/published/shulyak-savenko-2021.csv");

  private static Map<String, double[]> p99At450() throws IOException {
    Map<String, List<Double>> found = new LinkedHashMap<>();
    CSVFormat withHeader = CSVFormat.DEFAULT.builder().setHeader().setSkipHeaderRecord(true).get();
    try (Reader reader = Files.newBufferedReader(STUDY)) {
      for (CSVRecord line : withHeader.parse(reader)) {
        if (line.get("target_rps").equals("450") && line.get("metric").equals("latency_p99_ms")) {
          found
              .computeIfAbsent(line.get("system"), name -> new ArrayList<>())
              .add(Double.parseDouble(line.get("value")));
        }
      }
    }
    Map<String, double[]> arms = new LinkedHashMap<>();
    found.forEach((name, v) -> arms.put(name, v.stream().mapToDouble(x -> x).toArray()));
    return arms;
  }

  @Test
  void everyMeshOfTheStudyIsSlowerThanItsBaseline() throws IOException {
    Map<String, double[]> arms = p99At450();
    double[] baseline = arms.get("baseline");

    for (String mesh : List.of("istio", "traefik-mesh", "linkerd")) {
      Comparison comparison =
          Comparison.of(
              Metric.RESPONSE_P99,
              Replicates.of(baseline),
              Replicates.of(arms.get(mesh)),
              Optional.empty());
      assertThat(comparison.worse()).as(mesh).isTrue();
    }
  }

  @Test
  void welchOnTheStudyAgreesWithSciPy() throws IOException {
    Map<String, double[]> arms = p99At450();

    Welch welch = Welch.of(arms.get("baseline"), arms.get("istio")).orElseThrow();

    assertThat(welch.t()).isCloseTo(117.2156976280429, within(1e-9));
    assertThat(welch.degreesOfFreedom()).isCloseTo(4.01829434197782, within(1e-9));
    assertThat(welch.interval().low()).isCloseTo(226.23531645032043, within(1e-7));
    assertThat(welch.interval().high()).isCloseTo(237.19268354967963, within(1e-7));
  }
}
