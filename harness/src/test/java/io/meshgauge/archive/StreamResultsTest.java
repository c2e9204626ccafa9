package io.meshgauge.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.meshgauge.experiment.Environment;
import io.meshgauge.experiment.Fidelity;
import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.SampleSession;
import io.meshgauge.experiment.Trial;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.Measurement;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.StreamResult;
import io.meshgauge.measure.use.Part;
import io.meshgauge.measure.use.ResourceUse;
import io.meshgauge.measure.use.TcpUse;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Output of iperf3 3.12 over a loopback device, and output that must be refused. */
@Tag("rule-17")
class StreamResultsTest {
  @TempDir Path folder;

  @Test
  void streamCombinesSenderAndReceiverCounts() throws IOException {
    StreamResult stream = StreamResults.of(sample("upload"));

    assertThat(stream.streams()).isEqualTo(1);
    assertThat(stream.connections()).isEqualTo(2);
    assertThat(stream.sentBytes()).isEqualTo(4_959_633_408L);
    assertThat(stream.receivedBytes()).isEqualTo(4_959_633_408L);
    assertThat(stream.retransmits()).isEqualTo(7);
    assertThat(stream.mssBytes()).isEqualTo(32_768);
    assertThat(stream.window().start()).isEqualTo(Instant.ofEpochSecond(1_795_295_133));
    assertThat(stream.window().seconds()).isCloseTo(2.000495, within(1e-9));
    assertThat(stream.throughput()).isCloseTo(19_833_624_809.9, within(1.0));
    assertThat(stream.senderCpuSeconds()).isCloseTo(0.5644, within(0.001));
    assertThat(stream.congestion()).isEqualTo("bbr");
    assertThat(stream.seconds())
        .extracting(StreamResult.Second::second, StreamResult.Second::retransmits)
        .containsExactly(tuple(0, 4L), tuple(1, 3L));
  }

  @Test
  void retransmitsAndLossFollowTheStudiesFormulas() throws IOException {
    StreamResult stream = StreamResults.of(sample("upload"));

    assertThat(stream.retransmitsPerGib()).isCloseTo(7 / 4.61901, within(1e-4));
    assertThat(stream.lossEstimate()).isCloseTo(7 * 32_768 / 4_959_633_408.0, within(1e-12));
  }

  @Test
  void costsAreCountedPerReceivedGib() throws IOException {
    StreamResult stream = StreamResults.of(sample("upload"));
    List<ResourceUse> uses =
        List.of(
            new ResourceUse("iperf", Part.APPLICATION, 1, 3e6, 3e6),
            new ResourceUse("load-proxy", Part.DATA_PLANE, 2, 4e7, 4e7),
            new ResourceUse("iperf-proxy", Part.DATA_PLANE, 3, 4e7, 4e7),
            new ResourceUse("iperf-client", Part.LOAD, 0.5, 1e6, 1e6));

    Map<Metric, Double> values =
        Measurements.of(stream, uses, new TcpUse(100, 4, 1 << 30)).stream()
            .collect(Collectors.toMap(Measurement::metric, Measurement::value));

    double gib = 4_959_633_408.0 / (1 << 30);
    assertThat(values)
        .containsOnlyKeys(
            Metric.TCP_THROUGHPUT,
            Metric.STREAM_RETRANSMITS,
            Metric.STREAM_LOSS,
            Metric.STREAM_CPU_DATA_PLANE,
            Metric.STREAM_CPU_PATH,
            Metric.MEMORY_DATA_PLANE,
            Metric.MEMORY_APPLICATION,
            Metric.MEMORY_SYSTEM,
            Metric.TCP_RETRANSMITS);
    assertThat(values.get(Metric.STREAM_CPU_DATA_PLANE)).isCloseTo(5 / gib, within(1e-9));
    assertThat(values.get(Metric.STREAM_CPU_PATH)).isCloseTo(6.5 / gib, within(1e-9));
    assertThat(values.get(Metric.MEMORY_SYSTEM)).isEqualTo(8.3e7);
    assertThat(values.get(Metric.TCP_RETRANSMITS)).isEqualTo(4.0);
  }

  @ParameterizedTest
  @CsvSource({
    "refused, unable to connect to server: Connection refused",
    "busy, the server is busy running a test. try again later"
  })
  void iperfErrorIsReportedWithItsMessage(String sample, String words) throws IOException {
    String account = sample(sample);

    assertThatThrownBy(() -> StreamResults.of(account))
        .isInstanceOf(ArchiveException.class)
        .hasMessage("iperf3 ended with an error: " + words);
  }

  @Test
  void truncatedOutputIsRefused() throws IOException {
    String account = sample("upload");
    String half = account.substring(0, account.length() / 2);

    assertThatThrownBy(() -> StreamResults.of(half))
        .isInstanceOf(ArchiveException.class)
        .hasMessageContaining("not the JSON of iperf3");
  }

  @Test
  void outputWithoutRetransmitCountIsRefused() throws IOException {
    String account = sample("upload").replace("\"retransmits\":\t7,", "");

    assertThatThrownBy(() -> StreamResults.of(account))
        .hasMessageContaining("no number \"retransmits\"")
        .hasMessageContaining("on Linux");
  }

  @Test
  void unreadableFileIsNamed() throws IOException {
    assertThat(StreamResults.in(folder)).isFalse();
    Files.writeString(folder.resolve(StreamResults.FILE), sample("refused"));

    assertThat(StreamResults.in(folder)).isTrue();
    assertThatThrownBy(() -> StreamResults.read(folder))
        .hasMessageContaining(folder.resolve("iperf3.json").toString())
        .hasMessageContaining("Connection refused");
  }

  @Test
  void storedStreamRunIsReadWithItsMeasurements() throws IOException {
    Trial trial =
        new Trial(
            1,
            1,
            Variant.plain("baseline"),
            new Plan(Plan.TCP, Plan.MIN_DURATION, new TreeMap<>(Map.of(Plan.STREAMS, "1"))));
    StreamResult stream = StreamResults.of(sample("upload"));
    Run run =
        new Run(
            trial,
            Outcome.VALID,
            List.of(),
            new Run.Setup(Fidelity.REAL, new Environment(new TreeMap<>()), new TreeMap<>()),
            List.of(),
            Run.Observations.NONE,
            new Run.Results(null, stream, null, Measurements.of(stream, List.of(), null)));
    RunArchive archive =
        RunArchive.create(
            folder, SampleSession.of(SampleSession.experiment(1, trial.plan(), trial.variant())));
    archive.keep(trial, Map.of("load/iperf3.json", sample("upload")));
    archive.store(run);

    assertThat(RunArchive.open(archive.folder()).read().runs()).containsExactly(run);
  }

  private static String sample(String name) throws IOException {
    try (InputStream in = StreamResultsTest.class.getResourceAsStream("iperf3-" + name + ".json")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
