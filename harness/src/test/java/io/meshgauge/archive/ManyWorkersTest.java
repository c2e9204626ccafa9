package io.meshgauge.archive;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The promised size: 64 workers for a day, merged with a heap of 512 MiB. The duration is printed
 * and not asserted; {@code docs/benchmarks/merge} compares it.
 */
@Tag("long")
class ManyWorkersTest {
  private static final int SECONDS_PER_DAY = 24 * 60 * 60;
  private static final Duration TIMEOUT = Duration.ofMinutes(15);

  @TempDir Path folder;

  @Test
  void dayOfSixtyFourWorkersIsMergedWithAHeapOf512MiB() throws Exception {
    Path log = folder.resolve("day.hlog");
    MergeBenchmark.write(log, SECONDS_PER_DAY);
    Process merge =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-cp",
                System.getProperty("java.class.path"),
                MergeBenchmark.class.getName(),
                "harness",
                log.toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("merge.txt").toFile())
            .start();
    try {
      assertThat(merge.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).as("ended").isTrue();
    } finally {
      merge.destroyForcibly();
    }

    String output = Files.readString(folder.resolve("merge.txt"));
    System.out.printf("a day of %d workers: %s%n", MergeBenchmark.WORKERS, output);
    long values =
        (long) MergeBenchmark.WORKERS * SECONDS_PER_DAY * MergeBenchmark.REQUESTS_PER_SECOND;
    assertThat(output.lines().findFirst()).hasValue(MergeBenchmark.result(values, SECONDS_PER_DAY));
  }
}
