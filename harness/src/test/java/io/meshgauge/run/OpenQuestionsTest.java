package io.meshgauge.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.Session;
import io.meshgauge.measure.Metric;
import io.meshgauge.report.SampleSessions;
import io.meshgauge.run.OpenQuestions.Question;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("rule-10")
class OpenQuestionsTest {
  private static final double LEVEL = 0.05;
  private final Session session = SampleSessions.fourWay();

  @Test
  void largeDifferencesAreDecided() {
    assertThat(open(0.01, LEVEL))
        .isNotEmpty()
        .noneMatch(
            it ->
                it.pair().equals("istio-mtls against baseline")
                    && it.metric() == Metric.RESPONSE_P50);
  }

  @Test
  void aWideMarginLeavesNothingOpen() {
    assertThat(open(3, LEVEL)).isEmpty();
  }

  @Test
  void aStricterLevelLeavesMoreOpenAndTakesMoreReplicates() {
    List<Question> strict = open(0.01, 0.001);

    assertThat(strict).hasSizeGreaterThan(open(0.01, LEVEL).size());
    assertThat(strict).allSatisfy(it -> assertThat(it.replicates()).isGreaterThan(3));
  }

  @Test
  void whatIsOpenIsSaidByPair() {
    List<Question> open =
        List.of(
            new Question("istio-mtls against envoy", Metric.RESPONSE_P50, 4),
            new Question("envoy against baseline", Metric.RESPONSE_P99, 5),
            new Question("istio-mtls against envoy", Metric.CPU_SYSTEM, 8));

    assertThat(OpenQuestions.minutes(open, 3, Duration.ofSeconds(130)))
        .isEqualTo(
            "istio-mtls against envoy: p50 2 min, CPU 10 min; envoy against baseline: p99 4 min");
  }

  @Test
  void whatIsKnownIsSaidByArmWithTheTimeThatTheRestTakes() {
    List<String> lines =
        new OpenQuestions(session.experiment(), session.runs())
            .standing(0.01, 1e-4, Duration.ofMinutes(2));

    assertThat(lines)
        .hasSize(session.experiment().variants().size() - 1)
        .allSatisfy(
            line ->
                assertThat(line)
                    .matches("[a-z-]+: p50 [+-][0-9.]+ % \\([+-][0-9.]+ to [+-][0-9.]+.*\\).*"))
        .anySatisfy(line -> assertThat(line).contains("; decides in about "));
  }

  @Test
  void nothingIsAskedWithoutRuns() {
    assertThat(new OpenQuestions(session.experiment(), List.of()).at(0.01, LEVEL)).isEmpty();
  }

  private List<Question> open(double margin, double level) {
    return new OpenQuestions(session.experiment(), session.runs()).at(margin, level);
  }
}
