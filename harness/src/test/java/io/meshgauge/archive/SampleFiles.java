package io.meshgauge.archive;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.StringJoiner;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * Writes the files of workers that share random samples: sample i belongs to worker i mod workers.
 */
public final class SampleFiles {
  private static final int SECONDS = 3;
  private static final long START_MILLIS = 1_700_000_000_250L;
  private static final List<String> LABELS = List.of("browse", "checkout", "forbidden");

  private SampleFiles() {}

  /** One answered request, or one that timed out. */
  public record Sample(
      int second, String label, boolean timeout, long response, long service, long lag) {}

  /** Random samples of three seconds. */
  public static List<Sample> draw(long seed, int count) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Sample> samples = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      long service = 200 + (long) (-Math.log(1 - random.nextDouble()) * 3000);
      long lag = 1 + random.nextInt(400);
      samples.add(
          new Sample(
              random.nextInt(SECONDS),
              LABELS.get(random.nextInt(LABELS.size())),
              random.nextInt(40) == 0,
              service + lag,
              service,
              lag));
    }
    return samples;
  }

  /** Writes the files of one of several workers, which share the samples. */
  public static void leave(Path folder, List<Sample> all, int worker, int workers)
      throws IOException {
    leave(folder, all, worker, workers, 0);
  }

  /** Writes the files of a worker whose clock is ahead by some milliseconds. */
  static void leave(Path folder, List<Sample> all, int worker, int workers, long ahead)
      throws IOException {
    List<Sample> own =
        IntStream.range(0, all.size())
            .filter(i -> i % workers == worker)
            .mapToObj(all::get)
            .toList();
    long start = START_MILLIS + ahead;
    log(folder.resolve(LoadResults.RESPONSE), start, own, Sample::response);
    log(folder.resolve(LoadResults.SERVICE), start, own, Sample::service);
    List<Sample> answered = own.stream().filter(sample -> !sample.timeout()).toList();
    log(folder.resolve(LoadResults.FIRST_BYTE), start, answered, Sample::service);
    log(folder.resolve(LoadResults.SEND_LAG), start, own, Sample::lag);
    Files.writeString(
        folder.resolve(LoadResults.COUNTS),
        """
        {"plan": "steady", "durationSeconds": 3, "stoppedEarly": false,
         "worker": %d, "workers": %d, "startEpochMicros": %d, "endEpochMicros": %d,
         "connectionsOpened": 8, "connectionsOpenedInWindow": 3, "blocked": 2,
         "cpuSeconds": 0.4, "gcMillis": 12, "allowedCores": 2, "labels": {%s}, "seconds": [%s]}
        """
            .formatted(
                worker, workers, start * 1000, (start + 3000) * 1000, labels(own), seconds(own)));
  }

  private static String labels(List<Sample> own) {
    StringJoiner labels = new StringJoiner(",");
    for (String label : LABELS) {
      long sent = own.stream().filter(s -> s.label().equals(label)).count();
      long timeouts = own.stream().filter(s -> s.label().equals(label) && s.timeout()).count();
      long answered = sent - timeouts;
      labels.add(
          """
          "%s": {"scheduled": %d, "sent": %d, "completed": %d, "expected": %d, "unexpected": 0,
            "status": {"200": %d}, "errors": {"timeout": %d}}"""
              .formatted(label, sent, sent, answered, answered, answered, timeouts));
    }
    return labels.toString();
  }

  private static String seconds(List<Sample> own) {
    StringJoiner seconds = new StringJoiner(",");
    for (int i = 0; i < SECONDS; i++) {
      int second = i;
      long sent = own.stream().filter(s -> s.second() == second).count();
      long timeouts = own.stream().filter(s -> s.second() == second && s.timeout()).count();
      seconds.add(
          "{\"second\": %d, \"scheduled\": %d, \"sent\": %d, \"completed\": %d, \"errors\": %d}"
              .formatted(second, sent, sent, sent - timeouts, timeouts));
    }
    return seconds.toString();
  }

  private static void log(
      Path file, long startMillis, List<Sample> own, ToLongFunction<Sample> value)
      throws IOException {
    try (OutputStream out = Files.newOutputStream(file)) {
      HistogramLogWriter writer = new HistogramLogWriter(out);
      writer.outputLogFormatVersion();
      writer.outputStartTime(startMillis);
      writer.outputLegend();
      for (int second = 0; second < SECONDS; second++) {
        for (String label : LABELS) {
          Histogram interval = new Histogram(1, 3_600_000_000L, 3);
          for (Sample sample : own) {
            if (sample.second() == second && sample.label().equals(label)) {
              interval.recordValue(value.applyAsLong(sample));
            }
          }
          interval.setTag(label);
          double from = startMillis / 1000.0 + second + 0.003;
          if (interval.getTotalCount() > 0) {
            writer.outputIntervalHistogram(from, from + 1, interval, 1000.0);
          }
        }
      }
      writer.close();
    }
  }
}
