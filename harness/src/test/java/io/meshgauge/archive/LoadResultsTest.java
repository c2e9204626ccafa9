package io.meshgauge.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.meshgauge.measure.LoadResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadResultsTest {
  @TempDir Path folder;

  @BeforeEach
  void leaveResults() throws IOException {
    WorkerFiles.leave(folder);
  }

  @Test
  void countsAndHistogramsAreCombined() {
    LoadResult result = LoadResults.read(folder);

    assertThat(result.scheduled()).isEqualTo(31);
    assertThat(result.sent()).isEqualTo(31);
    assertThat(result.completed()).isEqualTo(30);
    assertThat(result.failed()).isEqualTo(1);
    assertThat(result.rate()).isEqualTo(15.5);
    assertThat(result.gcSeconds()).isEqualTo(0.012);
    assertThat(result.window().seconds()).isCloseTo(2.5, within(1e-9));
    assertThat(result.allowedResponse().count()).isEqualTo(21);
    assertThat(result.deniedResponse().count()).isEqualTo(10);
    assertThat(result.allowedResponse().maxSeconds()).isCloseTo(2.0, within(0.01));
    assertThat(result.allowedService().seconds(50)).isCloseTo(0.001, within(1e-5));
    assertThat(result.labels().get(0).status()).containsEntry("200", 20L);
    assertThat(result.labels().get(0).errors()).containsEntry("timeout", 1L);
    assertThat(result.sendLag().count()).isEqualTo(31);
  }

  @Test
  void everySecondHasItsOwnPercentiles() {
    LoadResult result = LoadResults.read(folder);

    assertThat(result.seconds()).hasSize(3);
    assertThat(result.seconds().get(0).p50Seconds()).isCloseTo(0.002, within(1e-5));
    assertThat(result.seconds().get(1).p99Seconds()).isCloseTo(2.0, within(0.01));
    assertThat(result.seconds().get(2).p99Seconds()).as("nothing in it").isZero();
  }

  @Test
  void truncatedLogIsRefused() throws IOException {
    Path log = folder.resolve(LoadResults.RESPONSE);
    List<String> lines = Files.readAllLines(log);
    Files.write(log, lines.subList(0, lines.size() - 1));

    assertThatThrownBy(() -> LoadResults.read(folder))
        .isInstanceOf(ArchiveException.class)
        .hasMessageContaining("response.hlog")
        .hasMessageContaining("cut off");
  }

  @Test
  void damagedLogIsNamed() throws IOException {
    Path log = folder.resolve(LoadResults.SERVICE);
    String text = Files.readString(log);
    Files.writeString(log, text.replaceFirst("HIST", "XXXX"));

    assertThatThrownBy(() -> LoadResults.read(folder))
        .isInstanceOf(ArchiveException.class)
        .hasMessageContaining("service.hlog");
  }

  @Test
  void oldArchiveHasNoFirstByteTimes() throws IOException {
    Files.delete(folder.resolve(LoadResults.FIRST_BYTE));

    assertThat(LoadResults.read(folder).allowedFirstByte().isEmpty()).isTrue();
  }

  @Test
  void missingAndBrokenCountsAreNamed() throws IOException {
    Path counts = folder.resolve(LoadResults.COUNTS);
    Files.writeString(counts, "{\"startEpochMicros\": 1}");
    assertThatThrownBy(() -> LoadResults.read(folder))
        .isInstanceOf(ArchiveException.class)
        .hasMessageContaining("no number 'endEpochMicros'");
    Files.writeString(counts, "{");
    assertThatThrownBy(() -> LoadResults.read(folder)).hasMessageContaining("not JSON");
    Files.delete(counts);
    assertThatThrownBy(() -> LoadResults.read(folder)).hasMessageContaining("left no");
  }
}
