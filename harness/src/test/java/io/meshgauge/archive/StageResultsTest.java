package io.meshgauge.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.meshgauge.measure.Measurement;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.Quantile.Distribution;
import io.meshgauge.measure.stage.StageResult;
import io.meshgauge.measure.stage.UseSamples;
import io.meshgauge.measure.stage.UseSamples.Sample;
import io.meshgauge.measure.use.Part;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A window of six seconds whose stages have latencies that are known. */
@Tag("rule-4")
class StageResultsTest {
  private static final double START = 1_700_000_000.25;
  private static final long START_MICROS = 1_700_000_000_250_000L;
  private static final String STEPS =
      """
      {"stage": "step-1", "fromSecond": 0.0, "toSecond": 2.5, "arrivals": 25},
      {"stage": "step-2", "fromSecond": 2.5, "toSecond": 5.0, "arrivals": 250},
      {"stage": "step-3", "fromSecond": 5.0, "toSecond": 6.0, "arrivals": 0}
      """;

  /** Milliseconds of the answers of each second: the third has answers of both steps. */
  private static final int[] MILLIS = {2, 2, 900, 20, 20, 0};

  private static final int[] REQUESTS = {10, 10, 55, 100, 100, 0};

  @TempDir Path folder;

  @Test
  void eachStageHasTheTimesOfItsWholeSeconds() throws IOException {
    leave(folder, STEPS, 0);

    List<StageResult> stages = LoadResults.stages(folder, UseSamples.NONE);

    assertThat(stages)
        .extracting(it -> it.stage().name())
        .containsExactly("step-1", "step-2", "step-3");
    assertThat(value(stages.get(0), Metric.RESPONSE_P50)).isCloseTo(0.002, within(2e-6));
    assertThat(value(stages.get(0), Metric.RESPONSE_P999)).isCloseTo(0.002, within(2e-6));
    assertThat(value(stages.get(1), Metric.RESPONSE_P50)).isCloseTo(0.020, within(2e-5));
    assertThat(value(stages.get(1), Metric.RESPONSE_P999)).isCloseTo(0.020, within(2e-5));
    assertThat(value(stages.get(0), Metric.THROUGHPUT)).isEqualTo(10);
    assertThat(value(stages.get(1), Metric.THROUGHPUT)).isEqualTo(100);
    assertThat(stages.get(1).load().rate()).isEqualTo(100);
    assertThat(stages.get(1).stage().rate()).isEqualTo(100);
    assertThat(LoadResults.read(folder).allowedResponse().maxSeconds()).isGreaterThan(0.89);
  }

  @Test
  void errorsCountInTheStageInWhichTheyEnded() throws IOException {
    leave(folder, STEPS, 5);

    List<StageResult> stages = LoadResults.stages(folder, UseSamples.NONE);

    assertThat(value(stages.get(0), Metric.ERROR_RATIO)).isZero();
    assertThat(value(stages.get(1), Metric.ERROR_RATIO)).isEqualTo(0.025);
  }

  @Test
  void whatEndsAfterTheScheduleBelongsToTheStageAtItsEnd() throws IOException {
    String two =
        """
        {"stage": "step-1", "fromSecond": 0.0, "toSecond": 2.0, "arrivals": 20},
        {"stage": "step-2", "fromSecond": 2.0, "toSecond": 3.0, "arrivals": 255}
        """;
    leave(folder, two, 5);
    Path counts = folder.resolve(LoadResults.COUNTS);
    String whole = Files.readString(counts);
    Files.writeString(counts, whole.replace("\"durationSeconds\": 6", "\"durationSeconds\": 3"));

    List<Sample> samples = new ArrayList<>();
    for (int i = 0; i <= 12; i++) {
      samples.add(new Sample(START_MICROS + i * 500_000L, "order", Part.APPLICATION, i * 0.255, 1));
    }

    List<StageResult> stages = LoadResults.stages(folder, new UseSamples(samples));

    assertThat(value(stages.get(1), Metric.CPU_SYSTEM))
        .as("four seconds")
        .isCloseTo(8, within(1e-6));
    assertThat(Distribution.RESPONSE.of(stages.get(0).load()).count()).isEqualTo(20);
    assertThat(Distribution.RESPONSE.of(stages.get(1).load()).count()).isEqualTo(255);
    assertThat(stages.get(1).load().seconds()).as("with the drain").isEqualTo(4);
    assertThat(stages.get(1).load().rate()).isEqualTo(255);
    assertThat(stages.get(1).load().failed()).isEqualTo(5);
  }

  @Test
  void aStageWithoutAnswersHasNoValues() throws IOException {
    leave(folder, STEPS, 0);

    StageResult empty = LoadResults.stages(folder, UseSamples.NONE).get(2);

    assertThat(empty.measurements()).isEmpty();
    assertThat(empty.load().scheduled()).isZero();
  }

  @Test
  void cpuPerThousandRequestsIsThatOfTheStage() throws IOException {
    leave(folder, STEPS, 0);
    List<Sample> samples = new ArrayList<>();
    for (int i = 0; i <= 12; i++) {
      // 10 ms per request at 10 requests a second, then 2 ms at 100.
      double cpu = Math.min(i * 0.5, 2.5) * 0.1 + Math.max(0, i * 0.5 - 2.5) * 0.2;
      samples.add(
          new Sample(START_MICROS + i * 500_000L, "order", Part.APPLICATION, cpu, 1e6 * (i + 1)));
    }

    List<StageResult> stages = LoadResults.stages(folder, new UseSamples(samples));

    assertThat(value(stages.get(0), Metric.CPU_SYSTEM)).isCloseTo(10, within(1e-6));
    assertThat(value(stages.get(1), Metric.CPU_SYSTEM)).isCloseTo(2, within(1e-6));
    assertThat(value(stages.get(0), Metric.MEMORY_SYSTEM)).isCloseTo(3e6, within(1e-6));
  }

  @Test
  void workersThatShareALoadAreOneStage() throws IOException {
    leave(folder.resolve("worker-0"), STEPS, 0);
    leave(folder.resolve("worker-1"), STEPS, 0);

    List<StageResult> stages = LoadResults.stages(folder, UseSamples.NONE);

    assertThat(value(stages.get(1), Metric.THROUGHPUT)).isEqualTo(200);
    assertThat(Distribution.RESPONSE.of(stages.get(1).load()).count()).isEqualTo(400);
    assertThat(stages.get(1).load().rate()).isEqualTo(200);
  }

  @Test
  void oneRateAndOlderArchivesHaveNoStages() throws IOException {
    leave(folder, "", 0);
    assertThat(LoadResults.stages(folder, UseSamples.NONE)).isEmpty();
    assertThat(LoadResults.hasStages(folder)).isFalse();

    WorkerFiles.leave(folder);
    assertThat(LoadResults.stages(folder, UseSamples.NONE)).isEmpty();
  }

  @Test
  void stagesThatCannotBeAreRefused() throws IOException {
    leave(folder, STEPS.replace("\"toSecond\": 2.5", "\"toSecond\": -1"), 0);

    assertThatThrownBy(() -> LoadResults.stages(folder, UseSamples.NONE))
        .isInstanceOf(ArchiveException.class)
        .hasMessageContaining("a stage lasts from second 0.0 to -1.0");
  }

  private static double value(StageResult stage, Metric metric) {
    OptionalDouble found =
        stage.measurements().stream()
            .filter(it -> it.metric() == metric)
            .mapToDouble(Measurement::value)
            .findFirst();
    return found.orElseThrow();
  }

  /**
   * Writes what a worker leaves.
   *
   * @param failed requests of the fourth second
   */
  private static void leave(Path folder, String stages, int failed) throws IOException {
    Files.createDirectories(folder);
    int all = 0;
    StringBuilder seconds = new StringBuilder();
    for (int i = 0; i < REQUESTS.length; i++) {
      all += REQUESTS[i];
      seconds.append(
          "%s{\"second\": %d, \"scheduled\": %d, \"sent\": %3$d, \"completed\": %3$d, \"errors\": %4$d}"
              .formatted(i == 0 ? "" : ",", i, REQUESTS[i], i == 3 ? failed : 0));
    }
    Files.writeString(
        folder.resolve(LoadResults.COUNTS),
        """
        {"plan": "stages", "rate": 100, "durationSeconds": 6, "stoppedEarly": false,
         "startEpochMicros": %d, "endEpochMicros": %d,
         "connectionsOpened": 8, "connectionsOpenedInWindow": 0,
         "cpuSeconds": 0.4, "gcMillis": 12, "allowedCores": 2, "stages": [%s],
         "labels": {"browse": {"scheduled": %d, "sent": %4$d, "completed": %4$d, "expected": %d,
                    "unexpected": %d, "status": {"200": %4$d}, "errors": {}}},
         "seconds": [%s]}
        """
            .formatted(
                START_MICROS,
                START_MICROS + 6_000_000,
                stages,
                all,
                all - failed,
                failed,
                seconds));
    for (String log :
        List.of(
            LoadResults.RESPONSE,
            LoadResults.SERVICE,
            LoadResults.FIRST_BYTE,
            LoadResults.SEND_LAG)) {
      log(folder.resolve(log));
    }
  }

  private static void log(Path file) throws IOException {
    try (OutputStream out = Files.newOutputStream(file)) {
      HistogramLogWriter writer = new HistogramLogWriter(out);
      writer.outputLogFormatVersion();
      writer.outputStartTime((long) (START * 1000));
      for (int second = 0; second < MILLIS.length; second++) {
        if (REQUESTS[second] > 0) {
          Histogram values = new Histogram(1, 3_600_000_000L, 3);
          values.recordValueWithCount(MILLIS[second] * 1000L, REQUESTS[second]);
          values.setTag("browse");
          double from = START + second + 0.004;
          writer.outputIntervalHistogram(from, from + 1, values, 1000.0);
        }
      }
      writer.close();
    }
  }
}
