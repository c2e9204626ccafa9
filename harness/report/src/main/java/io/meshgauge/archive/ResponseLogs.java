package io.meshgauge.archive;

import io.meshgauge.measure.LoadResult.SecondSample;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * Response times of one or more workers. The logs are read in parallel, second by second, so that
 * memory does not grow with the length of the window.
 *
 * @param logs all values of each worker, in the order of the workers
 * @param seconds percentiles over all workers and labels, by second of the window; seconds without
 *     values are absent
 */
record ResponseLogs(List<HistogramLog> logs, SortedMap<Integer, Percentiles> seconds) {
  /** Threads synchronize after this many seconds. */
  private static final int SECONDS_PER_STEP = 32;

  /**
   * Percentiles of one second.
   *
   * @param p50 seconds
   * @param p99 seconds
   */
  record Percentiles(double p50, double p99) {
    /** A second without answers. */
    static final Percentiles NONE = new Percentiles(0, 0);

    /** Adds these percentiles to a sample. */
    SecondSample of(SecondSample second) {
      return second.timed(p50, p99);
    }

    private static Percentiles of(Histogram micros) {
      return new Percentiles(
          micros.getValueAtPercentile(50) / 1e6, micros.getValueAtPercentile(99) / 1e6);
    }
  }

  /**
   * The log of one worker.
   *
   * @param startMillis start of its window by its own clock: seconds are counted from there, so
   *     differing clocks do not blur them
   */
  record Source(Path file, long startMillis) {}

  /**
   * Reads logs on all processors.
   *
   * @throws ArchiveException if one cannot be read, is damaged, or goes back in time
   */
  static ResponseLogs read(List<Source> sources) {
    int count = Math.min(sources.size(), Runtime.getRuntime().availableProcessors());
    List<LogGroup> groups = Stream.generate(LogGroup::new).limit(count).toList();
    try {
      List<HistogramLog> logs = new ArrayList<>();
      for (int i = 0; i < sources.size(); i++) {
        logs.add(groups.get(i % count).open(sources.get(i)));
      }
      return new ResponseLogs(logs, merge(groups));
    } finally {
      groups.forEach(LogGroup::close);
    }
  }

  private static SortedMap<Integer, Percentiles> merge(List<LogGroup> groups) {
    SortedMap<Integer, Percentiles> seconds = new TreeMap<>();
    BucketCounts sum = new BucketCounts();
    Histogram histogram = BucketCounts.empty();
    for (int from = earliest(groups); from != Cursor.END; from = earliest(groups)) {
      int first = from;
      groups.parallelStream().forEach(group -> group.read(first));
      for (int i = 0; i < SECONDS_PER_STEP; i++) {
        sum.clear();
        for (LogGroup group : groups) {
          sum.add(group.sums[i]);
        }
        if (!sum.isEmpty()) {
          histogram.reset();
          sum.into(histogram);
          seconds.put(first + i, Percentiles.of(histogram));
        }
      }
    }
    return seconds;
  }

  private static int earliest(List<LogGroup> groups) {
    return groups.stream().mapToInt(LogGroup::earliest).min().orElse(Cursor.END);
  }

  /** Logs that one thread reads, some seconds at a time. */
  private static final class LogGroup {
    private final IntervalPayload payload = new IntervalPayload();
    private final List<Cursor> cursors = new ArrayList<>();
    private final BucketCounts[] sums = new BucketCounts[SECONDS_PER_STEP];

    LogGroup() {
      Arrays.setAll(sums, i -> new BucketCounts());
    }

    HistogramLog open(Source source) {
      Cursor cursor = new Cursor(source, IntervalReader.open(source.file(), payload));
      cursors.add(cursor);
      cursor.advance();
      return cursor.log;
    }

    int earliest() {
      return cursors.stream().mapToInt(cursor -> cursor.second).min().orElse(Cursor.END);
    }

    void read(int first) {
      for (int i = 0; i < SECONDS_PER_STEP; i++) {
        sums[i].clear();
        for (Cursor cursor : cursors) {
          cursor.addSecond(first + i, sums[i]);
        }
      }
    }

    void close() {
      cursors.forEach(Cursor::close);
    }
  }

  /** The position in the log of one worker. */
  private static final class Cursor {
    static final int END = Integer.MAX_VALUE;

    private final Source source;
    private final IntervalReader reader;
    private final HistogramLog log;
    private int second;

    Cursor(Source source, IntervalReader reader) {
      this.source = source;
      this.reader = reader;
      this.log = new HistogramLog(source.file(), new TreeMap<>());
    }

    /** Adds all intervals of a second, if that is the current position. */
    void addSecond(int requested, BucketCounts sum) {
      while (second == requested) {
        reader.addTo(sum, log.sum(reader.label()));
        advance();
      }
    }

    void advance() {
      int before = second;
      second =
          reader.next() ? Math.round((reader.startMillis() - source.startMillis()) / 1000f) : END;
      if (second < before) {
        throw new ArchiveException(
            "histogram log %s goes back from second %d to second %d; expected its intervals in order"
                .formatted(source.file(), before, second));
      }
    }

    void close() {
      try {
        reader.close();
      } catch (IOException e) {
        throw new ArchiveException("%s could not be closed: %s".formatted(source.file(), e), e);
      }
    }
  }
}
