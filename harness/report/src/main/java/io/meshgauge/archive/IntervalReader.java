package io.meshgauge.archive;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Iterates over the labelled intervals of an HdrHistogram log and keeps only the current one.
 *
 * <p>{@link #next} moves to the first or next interval; the accessors describe that interval.
 */
final class IntervalReader implements Closeable {
  private static final String TAG = "Tag=";

  /** A comment of logs whose labels are encoded; those of earlier versions are not. */
  private static final String ENCODED_LABELS = "#[labels: percent-encoded UTF-8]";

  private final Path file;
  private final BufferedReader lines;
  private final IntervalPayload payload;
  private boolean encodedLabels;
  private String tag = "";
  private String label = "";
  private double startSeconds;
  private long read;
  private @Nullable String encoded;

  private IntervalReader(Path file, BufferedReader lines, IntervalPayload payload) {
    this.file = file;
    this.lines = lines;
    this.payload = payload;
  }

  /**
   * Opens a log.
   *
   * @param payload decodes its intervals; may be shared by readers of one thread
   * @throws ArchiveException if there is none
   */
  static IntervalReader open(Path file, IntervalPayload payload) {
    try {
      return new IntervalReader(
          file,
          new BufferedReader(
              new ShortLines(Files.newBufferedReader(file, StandardCharsets.ISO_8859_1))),
          payload);
    } catch (IOException e) {
      throw failure("cannot be read: " + e.getMessage(), file, e);
    }
  }

  /**
   * Moves to the next interval.
   *
   * @return false at the end
   * @throws ArchiveException if a line is not a labelled interval
   */
  boolean next() {
    try {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (isInterval(line)) {
          parse(line);
          return true;
        }
        encodedLabels |= line.equals(ENCODED_LABELS);
      }
      encoded = null;
      return false;
    } catch (IOException e) {
      throw failure("cannot be read: " + e.getMessage(), file, e);
    }
  }

  private static boolean isInterval(String line) {
    return !line.isEmpty() && line.charAt(0) != '#' && line.charAt(0) != '"';
  }

  private void parse(String line) {
    int labelled = line.indexOf(',');
    int started = line.indexOf(',', labelled + 1);
    int longest = line.lastIndexOf(',');
    if (!line.startsWith(TAG) || started < 0 || longest <= started) {
      throw failure("is damaged after %d intervals: %s".formatted(read, brief(line)), file, null);
    }
    try {
      if (read == 0
          || tag.length() != labelled - TAG.length()
          || !line.regionMatches(TAG.length(), tag, 0, tag.length())) {
        tag = line.substring(TAG.length(), labelled);
        label = encodedLabels ? URLDecoder.decode(tag, StandardCharsets.UTF_8) : tag;
      }
      startSeconds = Double.parseDouble(line.substring(labelled + 1, started));
    } catch (IllegalArgumentException e) {
      throw failure("is damaged after %d intervals: %s".formatted(read, brief(line)), file, e);
    }
    encoded = line.substring(longest + 1);
    read++;
  }

  private static String brief(String line) {
    return line.length() > 60 ? line.substring(0, 60) + "…" : line;
  }

  /** The label, for example {@code browse}. */
  String label() {
    return label;
  }

  /** When the interval began, in milliseconds since the epoch. */
  long startMillis() {
    return Math.round(startSeconds * 1000);
  }

  /**
   * Decodes the interval and adds it to each of the sums.
   *
   * @throws ArchiveException if it is damaged
   */
  void addTo(BucketCounts... sums) {
    if (encoded == null) {
      throw new IllegalStateException("next() comes before addTo()");
    }
    try {
      payload.decode(encoded.getBytes(StandardCharsets.ISO_8859_1));
      for (BucketCounts sum : sums) {
        payload.addTo(sum);
      }
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      String message = "is damaged after %d intervals: %s".formatted(read - 1, e.getMessage());
      throw failure(message, file, e);
    }
  }

  private static ArchiveException failure(String message, Path file, @Nullable Exception cause) {
    return new ArchiveException("histogram log %s %s".formatted(file, message), cause);
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
