package io.meshgauge.archive;

import java.io.FilterReader;
import java.io.IOException;
import java.io.Reader;

/**
 * A reader of lines that are not longer than any of ours: whoever reads a line whole would
 * otherwise hold as much of a hostile or damaged file as there is.
 */
final class ShortLines extends FilterReader {
  /** An interval of all buckets is half of it. */
  static final int LONGEST = 1 << 20;

  private int length;

  ShortLines(Reader in) {
    super(in);
  }

  @Override
  public int read() throws IOException {
    int c = super.read();
    length = c == '\n' || c == '\r' ? 0 : length + 1;
    refuseTooLong();
    return c;
  }

  @Override
  public int read(char[] buffer, int from, int most) throws IOException {
    int read = super.read(buffer, from, most);
    // From the end, so that a log of a day costs a look at one line of each buffer.
    int last = from + read - 1;
    while (last >= from && buffer[last] != '\n' && buffer[last] != '\r') {
      last--;
    }
    length = last >= from ? from + read - 1 - last : length + Math.max(0, read);
    refuseTooLong();
    return read;
  }

  private void refuseTooLong() throws IOException {
    if (length > LONGEST) {
      throw new IOException("a line is longer than %d characters".formatted(LONGEST));
    }
  }
}
