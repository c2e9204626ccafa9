package io.meshgauge.archive;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.HdrHistogram.HistogramLogWriter;
import org.jspecify.annotations.Nullable;

/**
 * Merges the response-time logs of 64 workers, one interval per second: with {@link ResponseLogs},
 * or with HdrHistogram's own {@link HistogramLogReader}. {@code docs/benchmarks/merge/README.md}
 * has the figures.
 */
public final class MergeBenchmark {
  static final int WORKERS = 64;
  static final long START_MILLIS = 1_700_000_000_000L;

  /** Together 20,000 requests per second: the studies' peak. */
  static final int REQUESTS_PER_SECOND = 312;

  private static final int DISTINCT_SECONDS = 500;
  private static final int SECONDS_PER_STEP = 32;

  private MergeBenchmark() {}

  /**
   * Arguments: {@code write FILE SECONDS} writes the log of one worker; {@code harness FILE} and
   * {@code library FILE} merge it as if each worker had written it, which is the same work.
   */
  public static void main(String[] arguments) throws IOException {
    Path log = Path.of(arguments[1]);
    switch (arguments[0]) {
      case "write" -> write(log, Integer.parseInt(arguments[2]));
      case "harness" -> timed(() -> mergeByHarness(log));
      case "library" -> timed(() -> mergeByLibrary(log));
      default -> throw new IllegalArgumentException("expected write, harness or library");
    }
  }

  /** Merges the log as if each of 64 workers had written it, and returns values and seconds. */
  private static String mergeByHarness(Path log) {
    ResponseLogs.Source source = new ResponseLogs.Source(log, START_MILLIS);
    ResponseLogs merged = ResponseLogs.read(Collections.nCopies(WORKERS, source));
    long values = merged.logs().stream().mapToLong(it -> it.all().count()).sum();
    return result(values, merged.seconds().size());
  }

  /** The same result with the library's reader and sums, on all processors. */
  private static String mergeByLibrary(Path log) {
    int count = Math.min(WORKERS, Runtime.getRuntime().availableProcessors());
    List<LibraryGroup> groups = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      groups.add(new LibraryGroup());
    }
    for (int worker = 0; worker < WORKERS; worker++) {
      groups.get(worker % count).walks.add(new LibraryWalk(log));
    }
    Map<Integer, Double> medians = new TreeMap<>();
    Histogram second = BucketCounts.empty();
    for (int from = 0; !groups.get(0).ended(); from += SECONDS_PER_STEP) {
      int first = from;
      groups.parallelStream().forEach(group -> group.read(first));
      for (int i = 0; i < SECONDS_PER_STEP; i++) {
        second.reset();
        for (LibraryGroup group : groups) {
          second.add(group.sums.get(i));
        }
        if (second.getTotalCount() > 0) {
          medians.put(first + i, second.getValueAtPercentile(50) / 1e6);
        }
      }
    }
    long values =
        groups.stream()
            .flatMap(group -> group.walks.stream())
            .mapToLong(walk -> walk.total.getTotalCount())
            .sum();
    return result(values, medians.size());
  }

  static String result(long values, int seconds) {
    return "%d values in %d seconds".formatted(values, seconds);
  }

  /** Logs that one thread reads. */
  private static final class LibraryGroup {
    final List<LibraryWalk> walks = new ArrayList<>();
    final List<Histogram> sums =
        Stream.generate(BucketCounts::empty).limit(SECONDS_PER_STEP).toList();

    boolean ended() {
      return walks.get(0).next == null;
    }

    void read(int first) {
      for (int i = 0; i < SECONDS_PER_STEP; i++) {
        sums.get(i).reset();
        for (LibraryWalk walk : walks) {
          walk.pass(first + i, sums.get(i));
        }
      }
    }
  }

  /** One worker's log, read by the library. */
  private static final class LibraryWalk {
    final Histogram total = BucketCounts.empty();
    private final HistogramLogReader reader;
    private @Nullable Histogram next;

    LibraryWalk(Path log) {
      try {
        reader = new HistogramLogReader(Files.newInputStream(log));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      next = (Histogram) reader.nextIntervalHistogram();
    }

    void pass(int second, Histogram sum) {
      while (next != null
          && Math.round((next.getStartTimeStamp() - START_MILLIS) / 1000f) == second) {
        sum.add(next);
        total.add(next);
        next = (Histogram) reader.nextIntervalHistogram();
      }
    }
  }

  private static void timed(Supplier<String> merge) {
    OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    long begun = System.nanoTime();
    System.out.println(merge.get());
    System.out.printf(
        "%.1f s, %.1f CPU s on %d processors, heap limit %d MiB%n",
        (System.nanoTime() - begun) / 1e9,
        system.getProcessCpuTime() / 1e9,
        Runtime.getRuntime().availableProcessors(),
        Runtime.getRuntime().maxMemory() >> 20);
  }

  /** Writes one worker's log: intervals with the tag {@code browse}, one per second. */
  static void write(Path log, int seconds) throws IOException {
    List<String> payloads = distinctSeconds(log.resolveSibling("distinct.hlog"));
    try (OutputStream out = Files.newOutputStream(log)) {
      StringBuilder lines = new StringBuilder();
      for (int second = 0; second < seconds; second++) {
        lines
            .append("Tag=browse,")
            .append(START_MILLIS / 1000 + second)
            .append(".004,1.000,9.000,")
            .append(payloads.get(second % DISTINCT_SECONDS))
            .append('\n');
        if (lines.length() > 1 << 16) {
          out.write(lines.toString().getBytes(StandardCharsets.US_ASCII));
          lines.setLength(0);
        }
      }
      out.write(lines.toString().getBytes(StandardCharsets.US_ASCII));
    }
  }

  private static List<String> distinctSeconds(Path file) throws IOException {
    SplittableRandom random = new SplittableRandom(7);
    try (OutputStream out = Files.newOutputStream(file)) {
      HistogramLogWriter writer = new HistogramLogWriter(out);
      for (int i = 0; i < DISTINCT_SECONDS; i++) {
        Histogram second = BucketCounts.empty();
        for (int n = 0; n < REQUESTS_PER_SECOND; n++) {
          second.recordValue(900 + (long) (-Math.log(1 - random.nextDouble()) * 1500));
        }
        writer.outputIntervalHistogram(i, i + 1.0, second, 1000.0);
      }
      writer.close();
    }
    try {
      return Files.readAllLines(file).stream()
          .map(line -> line.substring(line.lastIndexOf(',') + 1))
          .toList();
    } finally {
      Files.delete(file);
    }
  }
}
