package io.meshgauge.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.meshgauge.config.study.StudyFile;
import io.meshgauge.measure.Metric;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The verdict on real replicates: Shulyak and Savenko (2021), p99 at 450 requests per second. */
class PublishedReplicatesTest {
  private static double[] p99(String system) {
    return StudyFile.read(Path.of(".."), "shulyak-savenko-2021")
        .value("450", system, "client/latency_p99_ms")
        .orElseThrow()
        .all();
  }

  @Test
  void everyMeshOfTheStudyIsSlowerThanItsBaseline() {
    for (String mesh : List.of("istio", "traefik-mesh", "linkerd")) {
      Comparison comparison =
          Comparison.of(
              Metric.RESPONSE_P99,
              Replicates.of(p99("baseline")),
              Replicates.of(p99(mesh)),
              Optional.empty());
      assertThat(comparison.worse()).as(mesh).isTrue();
    }
  }

  @Test
  void welchOnTheStudyAgreesWithSciPy() {
    Welch welch = Welch.of(p99("baseline"), p99("istio")).orElseThrow();

    assertThat(welch.t()).isCloseTo(117.2156976280429, within(1e-9));
    assertThat(welch.degreesOfFreedom()).isCloseTo(4.01829434197782, within(1e-9));
    assertThat(welch.interval().low()).isCloseTo(226.23531645032043, within(1e-7));
    assertThat(welch.interval().high()).isCloseTo(237.19268354967963, within(1e-7));
  }
}
