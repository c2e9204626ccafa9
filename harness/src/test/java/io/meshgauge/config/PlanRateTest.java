package io.meshgauge.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Forecast;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Protocol;
import io.meshgauge.experiment.Schedule;
import io.meshgauge.experiment.Trial;
import io.meshgauge.product.registry.Products;
import io.meshgauge.yaml.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Plans with a rate of their own: several loads in one session. */
class PlanRateTest {
  private static final String THREE =
      "plans: [{name: steady, rate: [50, 450/s, 900], duration: 20s}]";

  @TempDir Path folder;
  private Configuration configuration;

  @BeforeEach
  void installation() throws IOException {
    configuration = new Configuration(SampleHome.in(folder), Products.all());
  }

  @Test
  void eachRateIsAPlanOfTheSameLoad() throws IOException {
    Experiment read = read(THREE);

    assertThat(read.plans())
        .extracting(Plan::name)
        .containsExactly("steady-50", "steady-450", "steady-900");
    assertThat(rates(read)).containsExactly(50, 450, 900);
    assertThat(read.plans())
        .allSatisfy(
            plan -> {
              assertThat(plan.jmx()).isEqualTo("steady");
              assertThat(plan.isSteady()).isTrue();
              assertThat(plan.duration()).isEqualTo(Duration.ofSeconds(20));
              assertThat(read.protocol().windowsOf(plan)).isEqualTo(10);
            });
  }

  @Test
  void eachReplicateMeasuresEveryRate() throws IOException {
    Experiment read = read("variants: [envoy]\nprotocol: {replicates: 3}\n" + THREE);

    assertThat(Schedule.of(read).trials())
        .filteredOn(trial -> trial.replicate() == 2)
        .extracting(Trial::plan)
        .extracting(Plan::name)
        .containsExactly(
            "steady-50",
            "steady-50",
            "steady-50",
            "steady-450",
            "steady-450",
            "steady-450",
            "steady-900",
            "steady-900",
            "steady-900");
  }

  @Test
  void nothingIsProbedWhereAllRatesAreKnown() throws IOException {
    Experiment read = read(THREE);

    assertThat(read.protocol().rate()).hasValue(900);
    assertThat(Forecast.of(read).probe()).isZero();
  }

  @Test
  void sharesAreOfTheRateThatTheProbeFinds() throws IOException {
    Experiment read = read("plans: [{name: steady, rate: [10%, 2.5%]}, stress]");

    assertThat(read.protocol().rate()).isEmpty();
    assertThat(read.protocol().rateOf(read.plans().get(0))).isEmpty();
    Experiment rated = read.with(read.protocol().atRate(200));
    assertThat(rated.plans())
        .extracting(Plan::name)
        .containsExactly("steady-10pct", "steady-2.5pct", "stress");
    assertThat(rates(rated)).containsExactly(20, 5, 200);
    assertThat(rated.highestRate()).hasValue(200);
  }

  @Test
  void theRateOfThePlanReplacesThatOfTheProtocol() throws IOException {
    Experiment read = read("protocol: {rate: 100}\nplans: [{name: steady, rate: 300}, stress]");

    assertThat(rates(read)).containsExactly(300, 100);
    assertThat(read.highestRate()).hasValue(300);
  }

  @Test
  void aNameMaySayTheRate() throws IOException {
    Experiment read = read("plans: [steady-50, stress-450, steady-25pct]\nprotocol: {rate: 400}");

    assertThat(read.plans()).extracting(Plan::load).containsExactly("steady", "stress", "steady");
    assertThat(rates(read)).containsExactly(50, 450, 100);
  }

  @Test
  void anOptionSelectsOneOfTheRatesWithItsSettings() throws IOException {
    Path file = Files.writeString(folder.resolve("x.yaml"), THREE);
    Overrides one = Overrides.NONE.and(Map.of("plans", "steady-450"));

    Experiment read = configuration.file(file, one).experiment();

    assertThat(read.plans())
        .singleElement()
        .satisfies(
            plan -> {
              assertThat(plan.name()).isEqualTo("steady-450");
              assertThat(plan.duration()).isEqualTo(Duration.ofSeconds(20));
            });
    assertThat(rates(read)).containsExactly(450);
  }

  @Test
  void aProofSendsSlowlyAndProvesOnce() throws IOException {
    Path file = Files.writeString(folder.resolve("x.yaml"), THREE);

    Experiment proof =
        configuration.file(file, Overrides.NONE).proving(Duration.ZERO, true).experiment();

    assertThat(proof.plans()).extracting(Plan::name).containsExactly("steady");
    assertThat(rates(proof)).containsExactly(Protocol.PROOF_RATE);
  }

  @ParameterizedTest
  @CsvSource({"450,450", "0.5,0.5", "12.3456,12.346", "3500,3500"})
  void namesHaveTheDigitsThatMatter(double rate, String key) {
    assertThat(new Plan.Rate(rate, false).key()).isEqualTo(key);
  }

  @ParameterizedTest
  @ValueSource(strings = {"tcp", "capacity", "failover", "enforcement"})
  void loadsWithoutAGivenRateAreRefused(String plan) {
    assertThatThrownBy(() -> read("plans: [{name: %s, rate: 50, duration: 2m}]".formatted(plan)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("the plan %s with a rate of its own", plan);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-5", "0%", "fast", "[50, x]"})
  void otherRatesAreRefused(String rate) {
    assertThatThrownBy(() -> read("plans: [{name: steady, rate: %s}]".formatted(rate)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("above 0, or a share of the session's rate");
  }

  @Test
  void theSameRateTwiceIsRefused() {
    assertThatThrownBy(() -> read("plans: [{name: steady, rate: [50, 50/s]}]"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("the plan \"steady-50\" is listed twice");
  }

  @Test
  void theShippedExampleIsOneSessionOfThreeLoads() {
    Path example = Path.of(System.getProperty("meshgauge.home", ".."), "examples/three-loads.yaml");
    Experiment read = configuration.file(example, Overrides.NONE).experiment();

    assertThat(read.plans()).extracting(Plan::load).containsOnly("steady").hasSize(3);
    assertThat(rates(read.with(read.protocol().atRate(80)))).containsExactly(20, 40, 80);
    assertThat(Forecast.of(read).total()).isBetween(Duration.ofMinutes(20), Duration.ofMinutes(40));
  }

  private static double[] rates(Experiment experiment) {
    return experiment.plans().stream()
        .mapToDouble(it -> experiment.protocol().rateOf(it).orElseThrow())
        .toArray();
  }

  private Experiment read(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("read.yaml"), text);
    return configuration.file(file, Overrides.NONE).experiment();
  }
}
