package io.meshgauge.archive;

import io.meshgauge.measure.LatencyHistogram;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * Sums of an HdrHistogram log by label, in microseconds.
 *
 * @param file where it was read
 */
record HistogramLog(Path file, Map<String, BucketCounts> sums) {
  private static final int MAX_LABELS = 256;

  /**
   * Reads a log.
   *
   * @throws ArchiveException if it cannot be read, or has lines other than labelled intervals
   */
  static HistogramLog read(Path file) {
    HistogramLog log = new HistogramLog(file, new TreeMap<>());
    try (IntervalReader reader = IntervalReader.open(file, new IntervalPayload())) {
      while (reader.next()) {
        reader.addTo(log.sum(reader.label()));
      }
      return log;
    } catch (IOException e) {
      throw new ArchiveException("%s could not be closed: %s".formatted(file, e), e);
    }
  }

  /**
   * The sum of a label, created if absent.
   *
   * @throws ArchiveException if the log has more labels than any plan; each takes 188 KiB
   */
  BucketCounts sum(String label) {
    BucketCounts sum = sums.get(label);
    if (sum == null) {
      if (sums.size() == MAX_LABELS) {
        throw new ArchiveException(
            "histogram log %s has more than %d labels; expected one for each kind of request"
                .formatted(file, MAX_LABELS));
      }
      sum = new BucketCounts();
      sums.put(label, sum);
    }
    return sum;
  }

  /** All values of a label; empty if it never occurs. */
  LatencyHistogram of(String label) {
    return sums.getOrDefault(label, new BucketCounts()).toHistogram();
  }

  /** All values of all labels. */
  LatencyHistogram all() {
    return LatencyHistogram.merge(sums.values().stream().map(BucketCounts::toHistogram).toList());
  }
}
