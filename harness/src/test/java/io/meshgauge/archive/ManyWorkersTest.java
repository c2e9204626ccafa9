package io.meshgauge.archive;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The size that is promised: 64 workers for a day, merged in 512 MiB. How long it takes is printed
 * and not judged: three quarters of a minute on two processors that have nothing else to do, and
 * more on a machine that has.
 */
@Tag("long")
class ManyWorkersTest {
  private static final int WORKERS = 64;
  private static final int SECONDS = 24 * 60 * 60;

  /** Together 20,000 requests per second: the studies' peak. */
  private static final int PER_SECOND = 312;

  private static final Duration FOREVER = Duration.ofMinutes(15);
  private static final int DIFFERENT = 500;
  private static final long START_MILLIS = 1_700_000_000_000L;

  @TempDir Path folder;

  @Test
  void aDayOfSixtyFourWorkersIsMergedInHalfAGibibyte() throws Exception {
    Path log = aDay();
    long begun = System.nanoTime();
    Process merge =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-cp",
                System.getProperty("java.class.path"),
                ManyWorkersTest.class.getName(),
                log.toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("merge.txt").toFile())
            .start();
    try {
      assertThat(merge.waitFor(FOREVER.toSeconds(), TimeUnit.SECONDS)).as("ended").isTrue();
    } finally {
      merge.destroyForcibly();
    }

    System.out.printf(
        "a day of %d workers: merged in %.0f s%n", WORKERS, (System.nanoTime() - begun) / 1e9);
    long all = (long) WORKERS * SECONDS * PER_SECOND;
    assertThat(Files.readString(folder.resolve("merge.txt")))
        .isEqualTo("%d values in %d seconds%n".formatted(all, SECONDS));
  }

  /** Merges the same log as if every worker had left it, which is the same work. */
  public static void main(String[] arguments) {
    ResponseLogs.Source source = new ResponseLogs.Source(Path.of(arguments[0]), START_MILLIS);
    ResponseLogs merged = ResponseLogs.read(Collections.nCopies(WORKERS, source));
    long values = merged.logs().stream().mapToLong(log -> log.all().count()).sum();
    System.out.printf("%d values in %d seconds%n", values, merged.seconds().size());
  }

  private Path aDay() throws IOException {
    List<String> different = differentSeconds();
    Path log = folder.resolve("day.hlog");
    try (OutputStream out = Files.newOutputStream(log)) {
      StringBuilder lines = new StringBuilder();
      for (int second = 0; second < SECONDS; second++) {
        lines
            .append("Tag=browse,")
            .append(START_MILLIS / 1000 + second)
            .append(".004,1.000,9.000,")
            .append(different.get(second % DIFFERENT))
            .append('\n');
        if (lines.length() > 1 << 16) {
          out.write(lines.toString().getBytes(StandardCharsets.US_ASCII));
          lines.setLength(0);
        }
      }
      out.write(lines.toString().getBytes(StandardCharsets.US_ASCII));
    }
    return log;
  }

  private List<String> differentSeconds() throws IOException {
    Path file = folder.resolve("different.hlog");
    SplittableRandom random = new SplittableRandom(7);
    try (OutputStream out = Files.newOutputStream(file)) {
      HistogramLogWriter writer = new HistogramLogWriter(out);
      for (int i = 0; i < DIFFERENT; i++) {
        Histogram second = BucketCounts.empty();
        for (int n = 0; n < PER_SECOND; n++) {
          second.recordValue(900 + (long) (-Math.log(1 - random.nextDouble()) * 1500));
        }
        writer.outputIntervalHistogram(i, i + 1.0, second, 1000.0);
      }
      writer.close();
    }
    List<String> payloads = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      payloads.add(line.substring(line.lastIndexOf(',') + 1));
    }
    return payloads;
  }
}
