package io.meshgauge.archive;

import io.meshgauge.measure.SecondSample;
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
 * The response times of one worker or of several, read side by side, second after second: so that
 * the memory they take does not grow with the length of the window.
 *
 * @param logs all values of each worker, in the order of the workers
 * @param seconds percentiles of all workers and labels together, by second of the window; seconds
 *     without values are absent
 */
record ResponseLogs(List<HistogramLog> logs, SortedMap<Integer, Percentiles> seconds) {
  /** Seconds that are read before threads wait for each other. */
  private static final int STRETCH = 32;

  /**
   * Percentiles of one second.
   *
   * @param p50 seconds
   * @param p99 seconds
   */
  record Percentiles(double p50, double p99) {
    /** Of a second in which nothing was answered. */
    static final Percentiles NONE = new Percentiles(0, 0);

    /** A second of the window with these response times. */
    SecondSample of(SecondSample second) {
      return second.timed(p50, p99);
    }

    private static Percentiles of(Histogram micros) {
      return new Percentiles(
          micros.getValueAtPercentile(50) / 1e6, micros.getValueAtPercentile(99) / 1e6);
    }
  }

  /**
   * One worker's log.
   *
   * @param startMillis when its window began, by its own clock: seconds are counted from there, so
   *     that clocks that differ do not smear them
   */
  record Source(Path file, long startMillis) {}

  /**
   * Reads logs, with all processors.
   *
   * @throws ArchiveException when one cannot be read, is damaged, or goes back in time
   */
  static ResponseLogs read(List<Source> sources) {
    int count = Math.min(sources.size(), Runtime.getRuntime().availableProcessors());
    List<Group> groups = Stream.generate(Group::new).limit(count).toList();
    try {
      List<HistogramLog> logs = new ArrayList<>();
      for (int i = 0; i < sources.size(); i++) {
        logs.add(groups.get(i % count).open(sources.get(i)));
      }
      return new ResponseLogs(logs, merge(groups));
    } finally {
      groups.forEach(Group::close);
    }
  }

  private static SortedMap<Integer, Percentiles> merge(List<Group> groups) {
    SortedMap<Integer, Percentiles> seconds = new TreeMap<>();
    BucketCounts sum = new BucketCounts();
    Histogram histogram = BucketCounts.empty();
    for (int from = earliest(groups); from != Walk.END; from = earliest(groups)) {
      int first = from;
      groups.parallelStream().forEach(group -> group.read(first));
      for (int i = 0; i < STRETCH; i++) {
        sum.clear();
        for (Group group : groups) {
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

  private static int earliest(List<Group> groups) {
    return groups.stream().mapToInt(Group::earliest).min().orElse(Walk.END);
  }

  /** Logs that one thread reads, a stretch of seconds at a time. */
  private static final class Group {
    private final IntervalPayload payload = new IntervalPayload();
    private final List<Walk> walks = new ArrayList<>();
    private final BucketCounts[] sums = new BucketCounts[STRETCH];

    Group() {
      Arrays.setAll(sums, i -> new BucketCounts());
    }

    HistogramLog open(Source source) {
      Walk walk = new Walk(source, IntervalReader.open(source.file(), payload));
      walks.add(walk);
      walk.advance();
      return walk.log;
    }

    int earliest() {
      return walks.stream().mapToInt(walk -> walk.second).min().orElse(Walk.END);
    }

    void read(int first) {
      for (int i = 0; i < STRETCH; i++) {
        sums[i].clear();
        for (Walk walk : walks) {
          walk.pass(first + i, sums[i]);
        }
      }
    }

    void close() {
      walks.forEach(Walk::close);
    }
  }

  /** One worker's way through its log. */
  private static final class Walk {
    static final int END = Integer.MAX_VALUE;

    private final Source source;
    private final IntervalReader reader;
    private final HistogramLog log;
    private int second;

    Walk(Source source, IntervalReader reader) {
      this.source = source;
      this.reader = reader;
      this.log = new HistogramLog(source.file(), new TreeMap<>());
    }

    /** Adds all intervals of a second, if the log stands there. */
    void pass(int wanted, BucketCounts sum) {
      while (second == wanted) {
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
