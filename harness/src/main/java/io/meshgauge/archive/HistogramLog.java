package io.meshgauge.archive;

import io.meshgauge.measure.LatencyHistogram;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * All values of an HdrHistogram log by label, in microseconds.
 *
 * @param file where it was read
 */
record HistogramLog(Path file, Map<String, BucketCounts> sums) {

  /**
   * Reads a log.
   *
   * @throws ArchiveException when it cannot be read, or holds something else than labelled
   *     intervals
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

  BucketCounts sum(String label) {
    return sums.computeIfAbsent(label, unused -> new BucketCounts());
  }

  /** All values of a label; empty when it never occurs. */
  LatencyHistogram of(String label) {
    return sums.getOrDefault(label, new BucketCounts()).toHistogram();
  }

  /** All values. */
  LatencyHistogram all() {
    return LatencyHistogram.merge(sums.values().stream().map(BucketCounts::toHistogram).toList());
  }
}
