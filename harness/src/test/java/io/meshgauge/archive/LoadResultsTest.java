package io.meshgauge.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.meshgauge.experiment.change.Change;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.LoadResult.SecondSample;
import io.meshgauge.measure.Quantile.Distribution;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
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
    assertThat(result.worker().gcSeconds()).isEqualTo(0.012);
    assertThat(result.window().seconds()).isCloseTo(2.5, within(1e-9));
    assertThat(result.allowedResponse().count()).isEqualTo(21);
    assertThat(Distribution.DENIED.of(result).count()).isEqualTo(10);
    assertThat(result.allowedResponse().maxSeconds()).isCloseTo(2.0, within(0.01));
    assertThat(Distribution.SERVICE.of(result).seconds(50)).isCloseTo(0.001, within(1e-5));
    assertThat(result.labels().get(0).status()).containsEntry("200", 20L);
    assertThat(result.labels().get(0).errors()).containsEntry("timeout", 1L);
    assertThat(result.sendLag().count()).isEqualTo(31);
  }

  @Test
  void everySecondHasItsOwnPercentiles() {
    LoadResult result = LoadResults.read(folder);

    assertThat(result.timeline()).hasSize(3);
    assertThat(result.timeline().get(0).p50Seconds()).isCloseTo(0.002, within(1e-5));
    assertThat(result.timeline().get(1).p99Seconds()).isCloseTo(2.0, within(0.01));
    assertThat(result.timeline().get(2).p99Seconds()).as("nothing in it").isZero();
  }

  @Test
  void changesAreMeasuredByTheOutcomesOfTheRequests() throws IOException {
    LoadResult load = LoadResults.read(folder);
    long begin = 1_700_000_000_250_000L;
    assertThat(LoadResults.effects(folder, load)).as("nothing was changed").isEmpty();

    LoadResults.describe(
        folder, List.of(new Change("refuse", "order-2", begin, begin + 1_000_000)));
    StringBuilder lines = new StringBuilder("due_us,end_us,label,good\n");
    for (int i = 0; i < 31; i++) {
      long due = begin + i * 50_000L;
      lines.append("%d,%d,\"a,b\",%b%n".formatted(due, due + 2000, i != 7));
    }
    Path outcomes = folder.resolve(LoadResults.OUTCOMES);
    Files.writeString(outcomes, lines);

    assertThat(LoadResults.effects(folder, load))
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.requests()).isEqualTo(31);
              assertThat(it.failed()).isEqualTo(1);
              assertThat(it.recoverySeconds()).isCloseTo(0.352, within(1e-9));
            });

    Files.writeString(outcomes, lines.substring(0, lines.lastIndexOf("\"a,b\"")));
    assertThatThrownBy(() -> LoadResults.effects(folder, load))
        .isInstanceOf(ArchiveException.class)
        .hasMessageContaining("outcomes.csv is damaged after 30 requests");
    Files.writeString(outcomes, lines.substring(0, lines.lastIndexOf("\n", lines.length() - 2)));
    assertThatThrownBy(() -> LoadResults.effects(folder, load))
        .hasMessageContaining("has 30 requests; expected the 31 of worker.json");
  }

  @Test
  void windowsFollowEachOtherAndDiscardedOnesAreLeftOut() throws IOException {
    LoadResult one = LoadResults.read(folder);
    copyAside();
    LoadResults.keepWindow(folder, folder, 1);
    restore();
    LoadResults.keepWindow(folder, folder, 2);
    LoadResults.discardWindow(folder, 2, 1);
    restore();
    LoadResults.keepWindow(folder, folder, 2);

    LoadResult both = LoadResults.read(folder);

    assertThat(LoadResults.in(folder)).isTrue();
    assertThat(folder.resolve("discarded-2-1")).isDirectory();
    assertThat(both.sent()).isEqualTo(2 * one.sent());
    assertThat(both.rate()).isEqualTo(one.rate());
    assertThat(both.seconds()).isEqualTo(2 * one.seconds());
    assertThat(both.allowedResponse().count()).isEqualTo(2 * one.allowedResponse().count());
    assertThat(both.allowedResponse().seconds(99)).isEqualTo(one.allowedResponse().seconds(99));
    assertThat(both.timeline()).extracting(SecondSample::second).containsExactly(0, 1, 2, 3, 4, 5);
    assertThat(both.timeline().get(4).p99Seconds()).isEqualTo(one.timeline().get(1).p99Seconds());
  }

  private Path aside() {
    return folder.resolveSibling(folder.getFileName() + "-aside");
  }

  private void copyAside() throws IOException {
    Files.createDirectories(aside());
    copy(folder, aside());
  }

  private void restore() throws IOException {
    copy(aside(), folder);
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    }
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

    assertThat(Distribution.FIRST_BYTE.of(LoadResults.read(folder)).isEmpty()).isTrue();
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
