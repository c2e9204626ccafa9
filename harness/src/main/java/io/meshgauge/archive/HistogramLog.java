package io.meshgauge.archive;

import io.meshgauge.measure.LatencyHistogram;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;

/**
 * An HdrHistogram log: interval histograms of microseconds, each with the label it is of.
 *
 * @param file where it was read
 * @param intervals in the order of the file
 */
record HistogramLog(Path file, List<Interval> intervals) {

  HistogramLog {
    intervals = List.copyOf(intervals);
  }

  /**
   * One label's values of one second.
   *
   * @param startMillis since the epoch
   * @param label for example {@code browse}
   * @param micros the values
   */
  record Interval(long startMillis, String label, Histogram micros) {}

  /**
   * Reads a log.
   *
   * @throws ArchiveException when it cannot be read, or holds something else than labelled
   *     intervals
   */
  static HistogramLog read(Path file) {
    List<Interval> intervals = new ArrayList<>();
    try (InputStream in = Files.newInputStream(file)) {
      HistogramLogReader reader = new HistogramLogReader(in);
      while (reader.hasNext()) {
        EncodableHistogram interval = reader.nextIntervalHistogram();
        if (interval == null) {
          break;
        }
        intervals.add(labelled(file, intervals.size(), interval));
      }
    } catch (IOException e) {
      throw new ArchiveException(
          "cannot read the histogram log %s: %s".formatted(file, e.getMessage()), e);
    } catch (RuntimeException e) {
      throw new ArchiveException(
          "histogram log %s is damaged after %d intervals: %s"
              .formatted(file, intervals.size(), e.getMessage()),
          e);
    }
    return new HistogramLog(file, intervals);
  }

  private static Interval labelled(Path file, int index, EncodableHistogram interval) {
    if (interval.getTag() == null || !(interval instanceof Histogram micros)) {
      throw new ArchiveException(
          "histogram log %s: interval %d has no label or is not of whole numbers"
              .formatted(file, index + 1));
    }
    return new Interval(interval.getStartTimeStamp(), interval.getTag(), micros);
  }

  /** All values of a label; empty when it never occurs. */
  LatencyHistogram of(String label) {
    return merged(intervals.stream().filter(interval -> interval.label().equals(label)).toList());
  }

  /** All values. */
  LatencyHistogram all() {
    return merged(intervals);
  }

  /** The values of all labels by second since a start; seconds without values are absent. */
  SortedMap<Integer, LatencyHistogram> bySecond(long windowStartMillis) {
    return intervals.stream()
        .collect(
            Collectors.groupingBy(
                interval -> Math.round((interval.startMillis() - windowStartMillis) / 1000f),
                TreeMap::new,
                Collectors.collectingAndThen(Collectors.toList(), HistogramLog::merged)));
  }

  private static LatencyHistogram merged(List<Interval> some) {
    return LatencyHistogram.ofMicros(some.stream().map(Interval::micros).toList());
  }
}
