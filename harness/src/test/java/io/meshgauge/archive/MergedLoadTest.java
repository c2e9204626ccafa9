package io.meshgauge.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.meshgauge.measure.LabelResult;
import io.meshgauge.measure.LatencyHistogram;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.LoadResult.ClockOffset;
import io.meshgauge.measure.LoadResult.SecondSample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The merged folders of several workers must equal the folder of one worker with all requests. */
class MergedLoadTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void mergedWorkersEqualOneWorkerWithAllSamples(long seed) throws IOException {
    List<SampleFiles.Sample> samples = SampleFiles.draw(seed, 900);
    int workers = 2 + (int) (seed % 4);
    SampleFiles.leave(Files.createDirectory(folder.resolve("one")), samples, 0, 1);
    split(samples, workers);

    LoadResult together = LoadResults.read(folder.resolve("one"));
    LoadResult merged = LoadResults.read(folder);

    assertThat(merged.scheduled()).isEqualTo(together.scheduled()).isEqualTo(900);
    assertThat(merged.window()).isEqualTo(together.window());
    assertThat(merged.rate()).isCloseTo(together.rate(), within(1e-9));
    assertThat(merged.timeline()).isEqualTo(together.timeline()).hasSize(3);
    assertSame(merged.sendLag(), together.sendLag());
    assertThat(merged.labels())
        .extracting(LabelResult::label)
        .containsExactlyInAnyOrderElementsOf(
            together.labels().stream().map(LabelResult::label).toList());
    for (LabelResult label : together.labels()) {
      assertSame(label(merged, label.label()), label);
    }
    assertThat(merged.worker().cpuSeconds()).isCloseTo(workers * 0.4, within(1e-9));
    assertThat(merged.worker().allowedCores()).isEqualTo(workers * 2);
    assertThat(merged.worker().gcSeconds()).isCloseTo(workers * 0.012, within(1e-9));
    assertThat(merged.worker().connectionsOpened()).isEqualTo(workers * 3L);
    assertThat(merged.worker().blocked()).isEqualTo(workers * 2L);
  }

  /** The highest rates of the studies, from as many workers as they take. */
  @ParameterizedTest
  @ValueSource(ints = {10_000, 20_000})
  void highRatesOfManyWorkersMergeExactly(int rate) throws IOException {
    List<SampleFiles.Sample> samples = SampleFiles.draw(rate, 3 * rate);
    SampleFiles.leave(Files.createDirectory(folder.resolve("one")), samples, 0, 1);
    split(samples, rate / 1_000);

    LoadResult together = LoadResults.read(folder.resolve("one"));
    LoadResult merged = LoadResults.read(folder);

    assertThat(merged.rate()).isCloseTo(rate, within(1e-6));
    assertThat(merged.timeline()).isEqualTo(together.timeline()).hasSize(3);
    for (LabelResult label : together.labels()) {
      assertSame(label(merged, label.label()), label);
    }
  }

  @Test
  void lostWorkerIsNotInTheMerge() throws IOException {
    List<SampleFiles.Sample> samples = SampleFiles.draw(9, 300);
    split(samples, 3);
    Files.delete(folder.resolve("worker-1").resolve(LoadResults.COUNTS));
    Files.writeString(folder.resolve("worker-1").resolve("events.ndjson"), "{}\n");

    assertThat(LoadResults.in(folder)).isTrue();
    assertThat(LoadResults.read(folder).sent()).isEqualTo(200);
  }

  @Test
  void secondsFollowTheClockOfEachWorker() throws IOException {
    List<SampleFiles.Sample> samples = SampleFiles.draw(5, 600);
    split(samples, 2);
    List<SecondSample> before = LoadResults.read(folder).timeline();
    Path late = folder.resolve("worker-1");
    SampleFiles.leave(late, samples, 1, 2, 1700);

    LoadResult merged = LoadResults.read(folder);

    assertThat(merged.timeline()).isEqualTo(before);
    assertThat(merged.window().seconds()).as("from the earliest to the latest").isEqualTo(4.7);
    Files.writeString(late.resolve(LoadResults.CLOCK), "{\"aheadMicros\": 1700000}");
    assertThat(LoadResults.read(folder).window().seconds()).as("on one clock").isEqualTo(3);
    assertThat(LoadResults.read(folder).timeline()).isEqualTo(before);
    assertThat(LoadResults.read(folder).worker().clocks()).as("no error is known").isEmpty();
  }

  @Test
  void clocksOfWorkersElsewhereAreKept() throws IOException {
    split(SampleFiles.draw(5, 600), 2);
    String clock = "{\"aheadMicros\": %d, \"errorMicros\": 900}";
    for (int worker = 0; worker < 2; worker++) {
      Path file = folder.resolve("worker-" + worker).resolve(LoadResults.CLOCK);
      Files.writeString(file, clock.formatted(-1500 * worker));
    }

    List<ClockOffset> clocks = LoadResults.read(folder).worker().clocks();

    assertThat(clocks)
        .containsExactly(new ClockOffset(0, 0, 9e-4), new ClockOffset(1, -1.5e-3, 9e-4));
    assertThat(clocks.get(1).isBeyond(5e-4)).isTrue();
    assertThat(clocks.get(1).isBeyond(7e-4)).as("not certainly").isFalse();
  }

  @Test
  void workersWithTheSameShareAreRefused() throws IOException {
    List<SampleFiles.Sample> samples = SampleFiles.draw(9, 300);
    SampleFiles.leave(Files.createDirectory(folder.resolve("worker-0")), samples, 0, 2);
    SampleFiles.leave(Files.createDirectory(folder.resolve("worker-1")), samples, 0, 2);

    assertThatThrownBy(() -> LoadResults.read(folder))
        .isInstanceOf(ArchiveException.class)
        .hasMessageContaining("worker-0")
        .hasMessageContaining("both of worker 0 of 2");
  }

  @Test
  void damagedWorkerIsNamedAndEmptyFolderHasNoResults() throws IOException {
    assertThat(LoadResults.in(folder)).isFalse();
    assertThat(LoadResults.in(folder.resolve("absent"))).isFalse();
    split(SampleFiles.draw(9, 300), 2);
    Path log = folder.resolve("worker-1").resolve(LoadResults.SERVICE);
    List<String> lines = Files.readAllLines(log);
    Files.write(log, lines.subList(0, lines.size() - 1));

    assertThatThrownBy(() -> LoadResults.read(folder))
        .isInstanceOf(ArchiveException.class)
        .hasMessageContaining("worker-1")
        .hasMessageContaining("cut off");
  }

  private void split(List<SampleFiles.Sample> samples, int workers) throws IOException {
    for (int worker = 0; worker < workers; worker++) {
      Path one = Files.createDirectory(folder.resolve("worker-" + worker));
      SampleFiles.leave(one, samples, worker, workers);
    }
  }

  private static LabelResult label(LoadResult result, String name) {
    return result.labels().stream().filter(l -> l.label().equals(name)).findFirst().orElseThrow();
  }

  private static void assertSame(LabelResult merged, LabelResult together) {
    assertThat(merged)
        .usingRecursiveComparison()
        .ignoringFields("response", "service", "firstByte")
        .isEqualTo(together);
    assertSame(merged.response(), together.response());
    assertSame(merged.service(), together.service());
    assertSame(merged.firstByte(), together.firstByte());
  }

  /** Compares every recorded value in order, not only a summary. */
  private static void assertSame(LatencyHistogram merged, LatencyHistogram together) {
    assertThat(values(merged)).isEqualTo(values(together));
    assertThat(merged.meanSeconds()).isEqualTo(together.meanSeconds());
    assertThat(merged.maxSeconds()).isEqualTo(together.maxSeconds());
  }

  private static List<Double> values(LatencyHistogram histogram) {
    return IntStream.range(0, (int) histogram.count())
        .mapToObj(rank -> histogram.seconds(100 * (rank + 0.5) / histogram.count()))
        .toList();
  }
}
