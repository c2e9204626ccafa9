package io.meshgauge.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Forecast;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ForecastTest {
  @TempDir Path folder;

  @Test
  void firstExperimentTakesLessThanTenMinutes() throws IOException {
    assertThat(Forecast.of(experiment(Map.of())).total()).isLessThan(Duration.ofMinutes(9));
  }

  @Test
  void givenRateNeedsNoProbe() throws IOException {
    assertThat(Forecast.of(experiment(Map.of("rate", "100"))).probe()).isZero();
    assertThat(Forecast.of(experiment(Map.of())).probe()).isPositive();
  }

  @Test
  void longerWindowCountsOncePerTrial() throws IOException {
    Duration shorter = Forecast.of(experiment(Map.of("duration", "20s"))).trials();
    Duration longer = Forecast.of(experiment(Map.of("duration", "30s"))).trials();

    assertThat(longer.minus(shorter)).isEqualTo(Duration.ofSeconds(3 * 3 * 10));
  }

  private Experiment experiment(Map<String, String> options) throws IOException {
    return new Configuration(SampleHome.in(folder), FakeMesh.all())
        .profile("istio-mtls", Overrides.NONE.and(options))
        .experiment();
  }
}
