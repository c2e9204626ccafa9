package io.meshgauge.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.meshgauge.measure.Metric;
import io.meshgauge.score.ScoringRules;
import io.meshgauge.score.WeightSet;
import io.meshgauge.yaml.InvalidInputException;
import io.meshgauge.yaml.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RulesTest {
  @TempDir Path folder;

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          protocol: 5                                   | :1:11: protocol is "5"
          variants: [{policy: none}]                    | :1:12: a variant without name
          variants: [[envoy]]                           | :1:12: variants is the list ["envoy"]
          variants: [{name: baseline, mesh: envoy}]     | :1:35: the variant baseline has the mesh "envoy"
          variants: [{name: Envoy, mesh: envoy}]        | :1:19: name is "Envoy"
          plans: []                                     | no plan
          plans: [{duration: 20s}]                      | :1:9: a plan without name
          plans: [{name: stress, duration: 20}]         | :1:34: duration is "20"
          plans: [{name: stress, duration: soon}]       | :1:34: duration is "soon"
          plans: [../baseline]                          | :1:9: there is no plan "../baseline"
          protocol: {durations: {soka: 1h}}             | :1:24: there is no plan "soka"
          protocol: {replicates: 0}                     | :1:24: replicates is "0"
          protocol: {replicates: 2.5}                   | :1:24: replicates is "2.5"
          protocol: {replicates: 3, time: 5m}           | :1:33: time and a number of replicates are both set
          protocol: {time: 5}                           | time is "5"
          protocol: {rate: 0}                           | :1:18: rate is "0"
          protocol: {rate: fast}                        | :1:18: rate is "fast"
          protocol: {load-workers: 0}                   | load-workers is "0"
          protocol: {load-workers: many}                | load-workers
          protocol: {load-workers: 65}                  | a whole number from 1 to 64
          protocol: {connections: 0}                    | :1:25: connections is "0"
          protocol: {warmup-requests: -1}               | :1:29: warmup-requests is "-1"
          platform: kubernetes                          | cannot run on the platform kubernetes
          slos: {response_p99: -5ms}                    | :1:22: response_p99 is "-5ms"
          slos: {memory_system: 64Mib}                  | :1:23: memory_system is "64Mib"
          slos: [response_p99]                          | :1:7: slos is the list ["response_p99"]
          scoring: {criteria: {throughput: {floor: 1}}} | :1:34: the criterion throughput without ceiling:
          scoring: {criteria: {response_p95: 5ms}}      | :1:36: response_p95 is "5ms"
          scoring: {weights: {}}                        | no set of weights
          scoring: {weights: none}                      | :1:20: weights is "none"
          scoring: {weights: {a: 1}}                    | :1:24: the weights "a" are "1"
          scoring: {weights: {a: {response_p99: -1}}}   | :1:39: the weight of response_p99 is "-1"
          scoring: {weights: {a: {response_p99: 0}}}    | :1:21: the weights "a" sum to 0
          scoring: {efficiency: {alpha: 0, beta: 0, gamma: 0}} | all factors of the efficiency index are 0
          scoring: {criteria: {error_ratio: none}}      | weigh error_ratio, which is no criterion
          """)
  void brokenRuleIsReportedWithItsPlace(String yaml, String expected) throws IOException {
    assertThat(refusal(yaml).getMessage()).contains(expected);
  }

  @Test
  void sumIsReportedEvenWithAnUnknownMetric() throws IOException {
    InvalidInputException refused =
        refusal("scoring: {weights: {a: {response_p99: 0.5, response: 0.6}}}");

    assertThat(refused.problems())
        .extracting(Problem::found)
        .containsExactlyInAnyOrder("unknown key \"response\"", "the weights \"a\" sum to 1.10000");
  }

  @Test
  void missingFileIsReported() throws IOException {
    Configuration configuration = new Configuration(SampleHome.in(folder), FakeMesh.all());

    InvalidInputException refused =
        catchThrowableOfType(
            InvalidInputException.class,
            () -> configuration.fileOrProfile("nowhere.yaml", Overrides.NONE));

    assertThat(refused.getMessage()).contains("nowhere.yaml: cannot be read: NoSuchFileException");
    assertThat(refused.onlyMissing()).isFalse();
  }

  @Test
  void validFileOnUnsuitablePlatformIsOnlyMissingSomething() throws IOException {
    InvalidInputException refused = refusal("variants: [linkerd]");

    assertThat(refused.onlyMissing()).isTrue();
    assertThat(refused.getMessage()).contains("It needs a cluster.");
  }

  @Test
  void scoresOfTheStudiesAreShippedUnderNamesOfTheirOwn() throws IOException {
    Configuration configuration = new Configuration(SampleHome.in(folder), FakeMesh.all());
    ScoringRules shipped = configuration.scoring(Path.of("..", "examples", "study-scores.yaml"));
    ScoringRules usual =
        configuration.scoring(Files.writeString(folder.resolve("none.yaml"), "scoring: {}"));

    assertThat(shipped.weightSets())
        .extracting(WeightSet::name, WeightSet::rescaled)
        .containsExactly(tuple("study-equal", false), tuple("study-p99-heavy", true));
    assertThat(usual.weightSets())
        .extracting(WeightSet::name)
        .doesNotContain("study-equal", "study-p99-heavy");
    for (WeightSet set : shipped.weightSets()) {
      assertThat(set.weights())
          .containsOnlyKeys(
              Metric.RESPONSE_P95,
              Metric.RESPONSE_P99,
              Metric.THROUGHPUT,
              Metric.CPU_SYSTEM,
              Metric.MEMORY_SYSTEM);
    }
    assertThat(shipped.weightSets().get(0).weight(Metric.RESPONSE_P99)).isEqualTo(0.2);
    assertThat(shipped.weightSets().get(1).weight(Metric.RESPONSE_P99))
        .isCloseTo(0.4 / 1.2, within(1e-12));
    assertThat(shipped.weightSets().get(1).weight(Metric.THROUGHPUT))
        .isCloseTo(0.2 / 1.2, within(1e-12));
  }

  private InvalidInputException refusal(String yaml) throws IOException {
    Configuration configuration = new Configuration(SampleHome.in(folder), FakeMesh.all());
    Path file = Files.writeString(folder.resolve("test.yaml"), yaml);
    return catchThrowableOfType(
        InvalidInputException.class, () -> configuration.file(file, Overrides.NONE));
  }
}
