package io.meshgauge.load.record;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * One HdrHistogram log file: tagged interval histograms in microseconds, stamped in seconds since
 * the epoch. Every interval is on disk when {@link #flush} returns, so a killed process leaves a
 * log that can be read.
 *
 * <p>Tags are percent-encoded labels, and a comment at the beginning says so: the format has no
 * commas, spaces or other letters than ASCII in tags.
 */
final class IntervalLog implements Closeable {

  private static final String ENCODED_LABELS = "[labels: percent-encoded UTF-8]";

  private final OutputStream out;
  private final HistogramLogWriter writer;

  IntervalLog(Path file, String content, long startEpochMicros) throws IOException {
    out = new BufferedOutputStream(Files.newOutputStream(file));
    writer = new HistogramLogWriter(out);
    writer.outputComment("[" + content + "; values in microseconds; maximum in milliseconds]");
    writer.outputComment(ENCODED_LABELS);
    writer.outputLogFormatVersion();
    writer.outputStartTime(startEpochMicros / 1000);
    writer.outputLegend();
    flush();
  }

  /**
   * Appends the histogram of an interval between two instants in microseconds since the epoch,
   * unless it is empty.
   */
  void append(String label, long fromEpochMicros, long toEpochMicros, Histogram interval) {
    if (interval.getTotalCount() == 0) {
      return;
    }
    interval.setTag(URLEncoder.encode(label, StandardCharsets.UTF_8));
    writer.outputIntervalHistogram(fromEpochMicros / 1e6, toEpochMicros / 1e6, interval, 1000.0);
  }

  void flush() {
    try {
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    writer.close();
    out.close();
  }
}
