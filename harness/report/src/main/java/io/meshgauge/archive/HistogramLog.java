package io.meshgauge.archive;

import io.meshgauge.archive.IntervalReader.Interval;
import io.meshgauge.measure.LatencyHistogram;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.HdrHistogram.Histogram;

/**
 * Sums of an HdrHistogram log by label, in microseconds.
 *
 * @param file where it was read
 */
record HistogramLog(Path file, Map<String, Histogram> sums) {
  private static final int MAX_LABELS = 256;

  /** A log without values, to add intervals. */
  static HistogramLog empty(Path file) {
    return new HistogramLog(file, new TreeMap<>());
  }

  /**
   * Reads a log.
   *
   * @throws ArchiveException if it cannot be read, or has lines other than labelled intervals
   */
  static HistogramLog read(Path file) {
    return read(file, interval -> true);
  }

  /** Reads the intervals of a log that count. */
  static HistogramLog read(Path file, Predicate<Interval> counts) {
    HistogramLog log = empty(file);
    try (IntervalReader reader = new IntervalReader(file)) {
      for (Interval next = reader.next(); next != null; next = reader.next()) {
        if (counts.test(next)) {
          log.add(next);
        }
      }
      return log;
    }
  }

  /**
   * Adds an interval.
   *
   * @throws ArchiveException if the log has more labels than any plan; each takes 188 KiB
   */
  void add(Interval interval) {
    Histogram sum = sums.computeIfAbsent(interval.label(), unused -> IntervalHistogram.empty());
    if (sums.size() > MAX_LABELS) {
      throw new ArchiveException(
          "histogram log %s has more than %d labels; expected one for each kind of request"
              .formatted(file, MAX_LABELS));
    }
    sum.add(interval.micros());
  }

  /** All values of a label; empty if it never occurs. */
  LatencyHistogram of(String label) {
    Histogram sum = sums.get(label);
    return LatencyHistogram.ofMicros(sum == null ? List.of() : List.of(sum));
  }

  /** All values of all labels. */
  LatencyHistogram all() {
    return LatencyHistogram.ofMicros(sums.values());
  }
}
