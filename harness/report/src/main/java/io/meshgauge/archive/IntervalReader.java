package io.meshgauge.archive;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Reads the labelled intervals of an HdrHistogram log one by one.
 *
 * <p>The library decodes the histograms. It does not divide the lines, since its errors name
 * neither the file nor the line, and it takes a file that cannot be read on for a complete one.
 */
final class IntervalReader implements Closeable {
  private static final String TAG = "Tag=";

  /** Tag, start, length, maximum and histogram. */
  private static final int FIELDS = 5;

  /** A comment of logs whose labels are encoded; those of earlier versions are not. */
  private static final String ENCODED_LABELS = "#[labels: percent-encoded UTF-8]";

  private final Path file;
  private final BufferedReader lines;
  private boolean encodedLabels;
  private long read;

  /**
   * Opens a log.
   *
   * @throws ArchiveException if there is none
   */
  IntervalReader(Path file) {
    this.file = file;
    try {
      lines =
          new BufferedReader(
              new ShortLines(Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)));
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  /**
   * The values of one label in one interval.
   *
   * @param label for example {@code browse}
   * @param startMillis since the epoch
   */
  record Interval(String label, long startMillis, Histogram micros) {
    /** The second of a window in which it begins, but for the delay of the clock's thread. */
    int second(long windowStartMillis) {
      return Math.round((startMillis - windowStartMillis) / 1000f);
    }
  }

  /**
   * The next interval; null at the end.
   *
   * @throws ArchiveException if a line is not a labelled interval
   */
  @Nullable Interval next() {
    try {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (isInterval(line)) {
          Interval interval = parse(line);
          read++;
          return interval;
        }
        encodedLabels |= line.equals(ENCODED_LABELS);
      }
      return null;
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  private static boolean isInterval(String line) {
    return !line.isEmpty() && line.charAt(0) != '#' && line.charAt(0) != '"';
  }

  private Interval parse(String line) {
    String[] fields = line.split(",", -1);
    if (fields.length != FIELDS || !line.startsWith(TAG)) {
      throw damaged(brief(line), null);
    }
    String label = fields[0].substring(TAG.length());
    double startSeconds;
    try {
      label = encodedLabels ? URLDecoder.decode(label, StandardCharsets.UTF_8) : label;
      startSeconds = Double.parseDouble(fields[1]);
    } catch (IllegalArgumentException e) {
      throw damaged(brief(line), e);
    }
    try {
      Histogram micros = IntervalHistogram.decode(fields[FIELDS - 1]);
      return new Interval(label, Math.round(startSeconds * 1000), micros);
    } catch (IllegalArgumentException e) {
      throw damaged(e.getMessage(), e);
    }
  }

  private static String brief(String line) {
    return line.length() > 60 ? line.substring(0, 60) + "…" : line;
  }

  private ArchiveException damaged(@Nullable String how, @Nullable Exception cause) {
    return new ArchiveException(
        "histogram log %s is damaged after %d intervals: %s".formatted(file, read, how), cause);
  }

  private ArchiveException unreadable(IOException cause) {
    return new ArchiveException(
        "histogram log %s cannot be read: %s".formatted(file, cause.getMessage()), cause);
  }

  @Override
  public void close() {
    try {
      lines.close();
    } catch (IOException e) {
      throw new ArchiveException("%s could not be closed: %s".formatted(file, e), e);
    }
  }
}
