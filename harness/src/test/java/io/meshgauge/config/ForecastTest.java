package io.meshgauge.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Forecast;
import io.meshgauge.product.registry.Products;
import io.meshgauge.run.session.ProjectLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  /**
   * Seconds that sessions took on two cores, by the line "Time" of their reports. Their arms had
   * services of their own.
   */
  @ParameterizedTest
  @CsvSource({
    "535, 4, 'baseline, istio-mtls'",
    "761, 3, 'baseline, envoy, istio-mtls, istio-plaintext, istio-ambient'"
  })
  void forecastIsWithinATenthOfMeasuredSessions(long measured, int replicates, String arms)
      throws IOException {
    assertThat(forecast(session(arms, replicates, false)).total().toSeconds())
        .isCloseTo(measured, withinPercentage(10));
  }

  @Test
  void servicesThatArmsShareAreStartedOnce() throws IOException {
    Duration three = forecast(session("baseline, istio-mtls", 3, true)).trials();
    Duration four = forecast(session("baseline, istio-mtls", 4, true)).trials();
    Duration block = four.minus(three);

    // Three arms: 3 s to start and prove, a window to warm up and six to measure, 2.37 s each
    assertThat(block).isEqualTo(Duration.ofMillis(3 * (3_000 + 7 * 2_370)));
    assertThat(three.minus(block.multipliedBy(3))).isBetween(seconds(20), seconds(60));
    assertThat(three).isLessThan(forecast(session("baseline, istio-mtls", 3, false)).trials());
  }

  @Test
  void aTimeInWhichNoIntervalIsPossibleIsExceededAndSaidBefore() throws IOException {
    Experiment experiment = experiment(Map.of("time", "1m"));

    assertThat(experiment.protocol().replicates()).isEqualTo(3);
    assertThat(Forecast.overtime(experiment))
        .hasValueSatisfying(
            note ->
                assertThat(note)
                    .contains(
                        "3 replicates do not fit into 60 s",
                        "about %d s".formatted(Forecast.of(experiment).total().toSeconds())));
    assertThat(Forecast.overtime(experiment(Map.of()))).isEmpty();
  }

  private static Duration seconds(long seconds) {
    return Duration.ofSeconds(seconds);
  }

  private Path session(String arms, int replicates, boolean shared) throws IOException {
    Path sample = ProjectLayout.find().root().resolve("sample-services/application.yaml");
    String application = Files.readString(sample);
    Files.writeString(
        folder.resolve("application.yaml"),
        shared ? application : application.replaceAll("(?m)^arms:.*$", ""));
    return Files.writeString(
        folder.resolve("session.yaml"),
        "name: session\napplication: application.yaml\nvariants: [%s]\nplans: [{name: steady, duration: 12s}]\nprotocol: {replicates: %d}\n"
            .formatted(arms, replicates));
  }

  @Test
  void forecastOfASweepCountsThePointsOfEachBlock() throws IOException {
    Path file = ProjectLayout.find().root().resolve("examples/sweep.yaml");

    // 25 points: 6 s to deploy, 7.5 s to warm up, 3 s of other steps, ten windows of 2.37 s
    assertThat(forecast(file).trials()).isEqualTo(Duration.ofMillis(25 * 40_200));
  }

  private Forecast forecast(Path file) throws IOException {
    Configuration configuration = new Configuration(SampleHome.in(folder), Products.all());
    return Forecast.of(configuration.file(file, Overrides.NONE).experiment());
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
