package io.meshgauge.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.tuple;

import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Slo;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.Metric;
import io.meshgauge.score.Criterion;
import io.meshgauge.score.ScoringRules;
import io.meshgauge.score.WeightSet;
import io.meshgauge.yaml.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigurationTest {
  @TempDir Path folder;
  private Configuration configuration;

  @BeforeEach
  void installation() throws IOException {
    configuration = new Configuration(SampleHome.in(folder), FakeMesh.all());
  }

  @Test
  void aSendLagIsAcceptedUpToAMillisecond() throws IOException {
    assertThat(read("protocol: {send-lag: 0.25ms}").experiment().protocol().sendLag())
        .hasValue(0.00025);
    assertThat(read("# nothing\n").experiment().protocol().sendLag()).isEmpty();
    assertThatThrownBy(() -> read("protocol: {send-lag: 2ms}"))
        .hasMessageContaining("send-lag is \"2ms\"")
        .hasMessageContaining("above 0 and at most 1ms");
  }

  @Test
  void emptyFileIsTheReferenceNamedAfterTheFile() throws IOException {
    Experiment experiment = read("# nothing\n").experiment();

    assertThat(experiment.name()).isEqualTo("my-first-one");
    assertThat(experiment.platform()).isEqualTo(PlatformKind.LOCAL);
    assertThat(experiment.variants()).containsExactly(Variant.plain("baseline"));
    assertThat(experiment.protocol().time()).contains(Duration.ofMinutes(10));
    assertThat(experiment.protocol().replicates()).isBetween(9, 14);
    assertThat(experiment.protocol().rate()).isEmpty();
    assertThat(experiment.protocol().noiseFloor()).isTrue();
    assertThat(experiment.slos())
        .containsExactly(new Slo(Metric.RESPONSE_P99, 0.25), new Slo(Metric.ERROR_RATIO, 0.001));
  }

  @Test
  void moreTimeMakesMoreReplicatesAndThreeAreTheLeast() throws IOException {
    assertThat(replicates("1h")).isGreaterThan(5 * replicates("10m"));
    assertThat(replicates("1m")).isEqualTo(3);
    assertThat(read("protocol: {replicates: 5}").experiment().protocol().time()).isEmpty();
  }

  private int replicates(String time) throws IOException {
    return read("protocol: {time: %s}".formatted(time)).experiment().protocol().replicates();
  }

  @Test
  void everyKeyOfAFileReachesTheExperiment() throws IOException {
    ExperimentFile file =
        read(
            """
            name: istio-cost
            seed: 7
            variants:
              - baseline
              - {name: mtls, mesh: istio-mtls, policy: none, telemetry: default, settings: {retries: 2}}
            plans: [steady, {name: stress, duration: 2m, properties: {peaks: 3}}]
            protocol: {replicates: 5, rate: 200/s, arrival: uniform, warmup-requests: 9000,
                       connections: 8, noise-floor: false}
            slos: {response_p50: 20ms, error_ratio: none}
            """);

    Experiment experiment = file.experiment();
    assertThat(experiment.name()).isEqualTo("istio-cost");
    assertThat(experiment.seed()).isEqualTo(7);
    Variant mtls = experiment.variants().get(1);
    assertThat(mtls.name()).isEqualTo("mtls");
    assertThat(mtls.mesh()).isEqualTo("istio-mtls");
    assertThat(mtls.settings()).containsOnly(entry("retries", "2"));
    assertThat(experiment.plans())
        .extracting(Plan::name, Plan::duration)
        .containsExactly(
            tuple("steady", Duration.ofSeconds(12)), tuple("stress", Duration.ofMinutes(2)));
    assertThat(experiment.plans().get(1).properties()).containsOnly(entry("peaks", "3"));
    assertThat(experiment.protocol().rate()).hasValue(200);
    assertThat(experiment.protocol().arrival()).isEqualTo("uniform");
    assertThat(experiment.protocol().warmupRequests()).isEqualTo(9000);
    assertThat(experiment.protocol().connections()).isEqualTo(8);
    assertThat(experiment.slos())
        .containsExactlyInAnyOrder(
            new Slo(Metric.RESPONSE_P99, 0.25), new Slo(Metric.RESPONSE_P50, 0.02));
  }

  @Test
  void missingBaselineIsAddedFirstWithANote() throws IOException {
    ExperimentFile file = read("variants: [envoy]");

    assertThat(file.experiment().variants())
        .extracting(Variant::name)
        .containsExactly("baseline", "envoy");
    assertThat(file.notes()).singleElement().asString().contains("baseline was not among");
  }

  @Test
  void baselineComesFirst() throws IOException {
    ExperimentFile file = read("variants: [envoy, istio-mtls, baseline]");

    assertThat(file.experiment().variants())
        .extracting(Variant::name)
        .containsExactly("baseline", "envoy", "istio-mtls");
    assertThat(file.notes()).isEmpty();
  }

  @Test
  void tooFewReplicatesAndTooLittleWarmUpAreNoted() throws IOException {
    ExperimentFile file =
        read("protocol: {replicates: 2, warmup-requests: 10, noise-floor: false}");

    assertThat(file.notes())
        .satisfiesExactly(
            note -> assertThat(note).contains("fewer than 3 replicates"),
            note -> assertThat(note).contains("warm-up of 10 requests"),
            note -> assertThat(note).contains("no noise floor"));
  }

  @Test
  void criterionOverridesOnlyTheLimitItNames() throws IOException {
    ScoringRules rules = read("scoring: {criteria: {response_p99: {target: 1ms}}}").scoring();

    assertThat(rules.criteria())
        .contains(Criterion.cost(Metric.RESPONSE_P99, 0.001, 0.09))
        .hasSize(5);
  }

  @Test
  void weightsReplaceThoseOfTheReferenceAsAWhole() throws IOException {
    ScoringRules rules = read("scoring: {weights: {tail: {response_p99: 1}}}").scoring();

    assertThat(rules.weightSets())
        .containsExactly(WeightSet.of("tail", Map.of(Metric.RESPONSE_P99, 1.0)));
  }

  @Test
  void otherSumsAreRescaledOnRequest() throws IOException {
    ScoringRules rules =
        read("scoring: {normalise: true, weights: {a: {response_p99: 3, cpu_system: 1}}}")
            .scoring();

    WeightSet set = rules.weightSets().get(0);
    assertThat(set.weight(Metric.RESPONSE_P99)).isEqualTo(0.75);
    assertThat(set.rescaled()).isTrue();
  }

  @Test
  void efficiencyIndexCanBeOmitted() throws IOException {
    assertThat(read("scoring: {efficiency: none}").scoring().efficiency()).isEmpty();
  }

  @Test
  void scoringRulesAreReadFromAFileWithUnknownMeshes() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("rules.yaml"),
            "variants: [linkerd]\nscoring: {weights: {tail: {response_p99: 1}}}\n");

    assertThat(configuration.scoring(file).weightSets())
        .extracting(WeightSet::name)
        .containsExactly("tail");
  }

  @Test
  void formerNameOfThePlanSteadyStillWorks() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("older.yaml"),
            "plans: [{name: baseline, duration: 15s}, stress]\n"
                + "protocol: {durations: {baseline: 11s}}\n");

    ExperimentFile read = configuration.file(file, Overrides.NONE);
    ExperimentFile chosen = configuration.file(file, Overrides.NONE.and(Map.of("plans", "steady")));

    assertThat(read.experiment().plans())
        .extracting(Plan::name)
        .containsExactly("steady", "stress");
    assertThat(read.notes())
        .anySatisfy(
            note ->
                assertThat(note)
                    .contains("older.yaml:1:16: the plan baseline is called steady now"));
    assertThat(chosen.experiment().plans())
        .containsExactly(new Plan("steady", Duration.ofSeconds(15), new TreeMap<>()));
  }

  @Test
  void formerNameAndNameOfTodayAreOnePlan() {
    assertThatThrownBy(() -> read("plans: [baseline, steady]"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("the plan \"steady\" is listed twice");
  }

  @Test
  void theLengthOnTheCommandLineReplacesThatOfAFile() throws IOException {
    Path timed = Files.writeString(folder.resolve("timed.yaml"), "protocol: {time: 5m}\n");
    Path numbered =
        Files.writeString(folder.resolve("numbered.yaml"), "protocol: {replicates: 4}\n");

    ExperimentFile one = configuration.file(timed, Overrides.NONE.and(Map.of("replicates", "1")));
    ExperimentFile long30 = configuration.file(numbered, Overrides.NONE.and(Map.of("time", "30m")));

    assertThat(one.experiment().protocol().replicates()).isEqualTo(1);
    assertThat(one.experiment().protocol().time()).isEmpty();
    assertThat(one.notes())
        .anyMatch(
            it -> it.contains("-Dreplicates replaces time of") && it.contains("timed.yaml:1:"));
    assertThat(long30.experiment().protocol().time()).contains(Duration.ofMinutes(30));
    assertThat(long30.experiment().protocol().replicates()).isGreaterThan(4);
    assertThat(long30.notes())
        .anyMatch(
            it -> it.contains("-Dtime replaces replicates of") && it.contains("numbered.yaml"));
    assertThatThrownBy(
            () ->
                configuration.file(
                    numbered, Overrides.NONE.and(Map.of("time", "30m", "replicates", "3"))))
        .hasMessageContaining("time and a number of replicates are both set");
  }

  @Test
  void profileOfAMeshComparesItWithTheBaseline() {
    Experiment experiment = configuration.profile("istio-mtls", Overrides.NONE).experiment();

    assertThat(experiment.name()).isEqualTo("istio-mtls");
    assertThat(experiment.variants())
        .containsExactly(Variant.plain("baseline"), Variant.plain("istio-mtls"));
    assertThat(experiment.arms()).hasSize(3);
    assertThat(experiment.plans())
        .containsExactly(new Plan("steady", Duration.ofSeconds(12), new TreeMap<>()));
    assertThat(experiment.protocol().replicates()).isBetween(6, 10);
  }

  @Test
  void baselineProfileMeasuresTheBaselineAgainstItself() {
    Experiment experiment = configuration.profile("baseline", Overrides.NONE).experiment();

    assertThat(experiment.arms())
        .extracting(Variant::name)
        .containsExactly("baseline", "baseline-again");
  }

  @Test
  void compareTakesEveryMeshThatCanRunHere() {
    assertThat(configuration.profile("compare", Overrides.NONE).experiment().variants())
        .extracting(Variant::name)
        .containsExactly("baseline", "envoy", "istio-mtls");
  }

  @Test
  void comparisonTakesTheNamedMeshes() {
    assertThat(configuration.comparison(List.of("envoy"), Overrides.NONE).experiment().variants())
        .extracting(Variant::name)
        .containsExactly("baseline", "envoy");
  }

  private ExperimentFile read(String yaml) throws IOException {
    Path file = Files.writeString(folder.resolve("My First One.yaml"), yaml);
    return configuration.file(file, Overrides.NONE);
  }
}
