package io.meshgauge.archive;

import io.meshgauge.archive.IntervalReader.Interval;
import io.meshgauge.measure.LoadResult.SecondSample;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Response times of one or more workers. The logs are read side by side, second by second, so that
 * memory does not grow with the length of the window.
 *
 * @param logs all values of each worker, in the order of the workers
 * @param seconds percentiles over all workers and labels, by second of the window; seconds without
 *     values are absent
 */
record ResponseLogs(List<HistogramLog> logs, SortedMap<Integer, Percentiles> seconds) {
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
   * Reads logs.
   *
   * @throws ArchiveException if one cannot be read, is damaged, or goes back in time
   */
  static ResponseLogs read(List<Source> sources) {
    List<Cursor> cursors = new ArrayList<>();
    try {
      for (Source source : sources) {
        Cursor cursor = new Cursor(source);
        cursors.add(cursor);
        cursor.advance();
      }
      return new ResponseLogs(cursors.stream().map(cursor -> cursor.log).toList(), merge(cursors));
    } finally {
      cursors.forEach(cursor -> cursor.reader.close());
    }
  }

  private static SortedMap<Integer, Percentiles> merge(List<Cursor> cursors) {
    SortedMap<Integer, Percentiles> seconds = new TreeMap<>();
    Histogram sum = IntervalHistogram.empty();
    for (int at = earliest(cursors); at != Cursor.END; at = earliest(cursors)) {
      sum.reset();
      for (Cursor cursor : cursors) {
        cursor.addSecond(at, sum);
      }
      if (sum.getTotalCount() > 0) {
        seconds.put(at, Percentiles.of(sum));
      }
    }
    return seconds;
  }

  private static int earliest(List<Cursor> cursors) {
    return cursors.stream().mapToInt(cursor -> cursor.second).min().orElse(Cursor.END);
  }

  /** The position in the log of one worker. */
  private static final class Cursor {
    static final int END = Integer.MAX_VALUE;

    private final Source source;
    private final IntervalReader reader;
    private final HistogramLog log;
    private @Nullable Interval next;
    private int second;

    Cursor(Source source) {
      this.source = source;
      this.reader = new IntervalReader(source.file());
      this.log = HistogramLog.empty(source.file());
    }

    /** Adds all intervals of a second, if that is the current position. */
    void addSecond(int requested, Histogram sum) {
      while (next != null && second == requested) {
        sum.add(next.micros());
        log.add(next);
        advance();
      }
    }

    void advance() {
      int before = second;
      next = reader.next();
      second = next == null ? END : next.second(source.startMillis());
      if (second < before) {
        throw new ArchiveException(
            "histogram log %s goes back from second %d to second %d; expected its intervals in order"
                .formatted(source.file(), before, second));
      }
    }
  }
}
