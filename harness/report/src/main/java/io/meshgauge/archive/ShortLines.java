package io.meshgauge.archive;

import java.io.FilterReader;
import java.io.IOException;
import java.io.Reader;

/**
 * Limits the length of lines, so that a hostile or damaged file without line ends is not read into
 * memory as one line. For a reader that fills a buffer.
 */
final class ShortLines extends FilterReader {
  /** An interval with all buckets in use takes half of this. */
  private static final int MAX_LINE_CHARACTERS = 1 << 20;

  private int length;

  ShortLines(Reader in) {
    super(in);
  }

  @Override
  public int read(char[] buffer, int from, int count) throws IOException {
    int read = super.read(buffer, from, count);
    // Searches backwards, so that only the last line of each buffer is scanned.
    int last = from + read - 1;
    while (last >= from && buffer[last] != '\n' && buffer[last] != '\r') {
      last--;
    }
    length = last >= from ? from + read - 1 - last : length + Math.max(0, read);
    if (length > MAX_LINE_CHARACTERS) {
      throw new IOException("a line is longer than %d characters".formatted(MAX_LINE_CHARACTERS));
    }
    return read;
  }
}
