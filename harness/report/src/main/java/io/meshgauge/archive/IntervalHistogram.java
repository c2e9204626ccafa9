package io.meshgauge.archive;

import io.meshgauge.measure.LatencyHistogram;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.zip.InflaterInputStream;
import org.HdrHistogram.Histogram;

/**
 * Histograms in HdrHistogram logs (version 2, compressed, Base64): microseconds, 1 µs to 1 h with
 * three significant digits.
 */
final class IntervalHistogram {
  private static final int SIGNIFICANT_DIGITS = 3;
  private static final int COMPRESSED = 0x1c849304;
  private static final int PLAIN = 0x1c849303;
  private static final int COOKIE_BASE = ~0xf0;
  private static final int OUTER_HEADER_BYTES = 8;
  private static final int HEADER_BYTES = 40;
  private static final int MAX_INFLATED_BYTES = HEADER_BYTES + 9 * 32_768;

  private IntervalHistogram() {}

  /** An empty histogram, to add others. */
  static Histogram empty() {
    return new Histogram(1, LatencyHistogram.HIGHEST_MICROS, SIGNIFICANT_DIGITS);
  }

  /**
   * Decodes one interval.
   *
   * @throws IllegalArgumentException if it is damaged, or has another format or other settings
   */
  static Histogram decode(String base64) {
    byte[] packed = Base64.getDecoder().decode(base64);
    try {
      require(COMPRESSED, ByteBuffer.wrap(packed).getInt());
      ByteBuffer plain = ByteBuffer.wrap(inflate(packed));
      require(PLAIN, plain.getInt(0));
      requireSettings(plain);
      if (plain.getInt(4) != plain.limit() - HEADER_BYTES) {
        throw new IllegalArgumentException("an interval histogram is cut off");
      }
      return Histogram.decodeFromByteBuffer(plain, 0);
    } catch (IOException | BufferUnderflowException | IndexOutOfBoundsException e) {
      throw new IllegalArgumentException("an interval histogram is cut off", e);
    }
  }

  private static void require(int cookie, int found) {
    if ((found & COOKIE_BASE) != cookie) {
      throw new IllegalArgumentException(
          "expected an interval histogram of version 2, and got the mark %x".formatted(found));
    }
  }

  /** To the end, unlike the library, which therefore misses a wrong checksum. */
  private static byte[] inflate(byte[] packed) throws IOException {
    int length = packed.length - OUTER_HEADER_BYTES;
    try (InputStream inflated =
        new InflaterInputStream(new ByteArrayInputStream(packed, OUTER_HEADER_BYTES, length))) {
      return inflated.readNBytes(MAX_INFLATED_BYTES);
    }
  }

  /** Before the library allocates what a damaged header asks for. */
  private static void requireSettings(ByteBuffer plain) {
    int offset = plain.getInt(8);
    int digits = plain.getInt(12);
    long lowest = plain.getLong(16);
    long highest = plain.getLong(24);
    double ratio = plain.getDouble(32);
    if (offset != 0
        || digits != SIGNIFICANT_DIGITS
        || lowest != 1
        || highest != LatencyHistogram.HIGHEST_MICROS
        || ratio != 1) {
      throw new IllegalArgumentException(
          "an interval histogram is from %d to %d with %d digits; expected from 1 to %d with %d"
              .formatted(
                  lowest, highest, digits, LatencyHistogram.HIGHEST_MICROS, SIGNIFICANT_DIGITS));
    }
  }
}
