package io.meshgauge.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Forecast;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("rule-10")
class ForecastTest {
  @TempDir Path folder;

  @Test
  void firstExperimentTakesLessThanTenMinutes() throws IOException {
    assertThat(Forecast.of(experiment(Map.of())).total()).isLessThan(Duration.ofMinutes(10));
  }

  @Test
  void givenRateNeedsNoProbe() throws IOException {
    assertThat(Forecast.of(experiment(Map.of("rate", "100"))).probe()).isZero();
    assertThat(Forecast.of(experiment(Map.of())).probe()).isPositive();
  }

  @Test
  void longerWindowCountsOncePerTrial() throws IOException {
    Duration shorter =
        Forecast.of(experiment(Map.of("duration", "20s", "replicates", "3", "windows", "1")))
            .trials();
    Duration longer =
        Forecast.of(experiment(Map.of("duration", "30s", "replicates", "3", "windows", "1")))
            .trials();

    assertThat(longer.minus(shorter)).isEqualTo(Duration.ofSeconds(3 * 3 * 10));
  }

  @Test
  void replicatesFollowThePaceSoFar() {
    Duration before = Duration.ofSeconds(60);
    Duration elapsed = Duration.ofSeconds(260);

    assertThat(Forecast.replicates(Duration.ofSeconds(600), before, elapsed, 2)).isEqualTo(5);
    assertThat(Forecast.replicates(Duration.ofSeconds(654), before, elapsed, 2)).isEqualTo(5);
    assertThat(Forecast.replicates(Duration.ofSeconds(655), before, elapsed, 2)).isEqualTo(6);
  }

  @Test
  void lateSessionsMeasureThreeReplicatesAndEndAfterTheFinishedOnes() {
    Duration time = Duration.ofSeconds(100);
    Duration elapsed = Duration.ofSeconds(500);

    assertThat(Forecast.replicates(time, Duration.ZERO, elapsed, 1)).isEqualTo(3);
    assertThat(Forecast.replicates(time, Duration.ZERO, elapsed, 7)).isEqualTo(7);
  }

  private Experiment experiment(Map<String, String> options) throws IOException {
    return new Configuration(SampleHome.in(folder), FakeMesh.all())
        .profile("istio-mtls", Overrides.NONE.and(options))
        .experiment();
  }
}
