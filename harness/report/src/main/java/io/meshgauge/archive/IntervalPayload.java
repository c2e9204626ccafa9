package io.meshgauge.archive;

import io.meshgauge.measure.LatencyHistogram;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Decodes interval histograms of HdrHistogram logs (version 2, compressed, Base64) with hardly any
 * allocation. For one thread; keeps the last decoded interval.
 */
final class IntervalPayload {
  private static final int COMPRESSED = 0x1c849304;
  private static final int PLAIN = 0x1c849303;
  private static final int COOKIE_BASE = ~0xf0;
  private static final int HEADER_BYTES = 40;
  private static final int MAX_INFLATED_BYTES = HEADER_BYTES + 9 * 32_768;

  private final Inflater inflater = new Inflater();
  private final byte[] plain = new byte[MAX_INFLATED_BYTES];
  private int[] buckets = new int[1024];
  private long[] counts = new long[1024];
  private int size;
  private int at;

  /**
   * Decodes one interval.
   *
   * @throws IllegalArgumentException if it has another format or other settings
   */
  void decode(byte[] base64) {
    ByteBuffer outer = ByteBuffer.wrap(Base64.getDecoder().decode(base64));
    try {
      expect(COMPRESSED, outer.getInt());
      outer.getInt();
      ByteBuffer inner = ByteBuffer.wrap(plain, 0, inflate(outer));
      expect(PLAIN, inner.getInt());
      int length = inner.getInt();
      settings(inner);
      if (length != inner.remaining()) {
        throw new IllegalArgumentException("an interval histogram is cut off");
      }
      counts(HEADER_BYTES + length);
    } catch (BufferUnderflowException | DataFormatException | ArithmeticException e) {
      throw new IllegalArgumentException("an interval histogram is cut off", e);
    }
  }

  private static void expect(int cookie, int found) {
    if ((found & COOKIE_BASE) != cookie) {
      throw new IllegalArgumentException(
          "expected an interval histogram of version 2, and got the mark %x".formatted(found));
    }
  }

  private int inflate(ByteBuffer from) throws DataFormatException {
    inflater.reset();
    inflater.setInput(from);
    return inflater.inflate(plain);
  }

  private static void settings(ByteBuffer inner) {
    int offset = inner.getInt();
    int digits = inner.getInt();
    long lowest = inner.getLong();
    long highest = inner.getLong();
    double ratio = inner.getDouble();
    if (offset != 0
        || digits != BucketCounts.SIGNIFICANT_DIGITS
        || lowest != BucketCounts.LOWEST_MICROS
        || highest != LatencyHistogram.HIGHEST_MICROS
        || ratio != 1) {
      throw new IllegalArgumentException(
          "an interval histogram is from %d to %d with %d digits; expected from %d to %d with %d"
              .formatted(
                  lowest,
                  highest,
                  digits,
                  BucketCounts.LOWEST_MICROS,
                  LatencyHistogram.HIGHEST_MICROS,
                  BucketCounts.SIGNIFICANT_DIGITS));
    }
  }

  private void counts(int end) {
    size = 0;
    at = HEADER_BYTES;
    long bucket = 0;
    while (at < end) {
      long count = zigZag();
      if (count < 0) {
        bucket -= count;
      } else {
        note(Math.toIntExact(bucket++), count);
      }
    }
    if (at != end) {
      throw new IllegalArgumentException("an interval histogram is cut off");
    }
  }

  private void note(int bucket, long count) {
    if (size == buckets.length) {
      buckets = Arrays.copyOf(buckets, size * 2);
      counts = Arrays.copyOf(counts, size * 2);
    }
    buckets[size] = bucket;
    counts[size++] = count;
  }

  /**
   * ZigZag LEB128 of one to nine bytes, the low seven bits first; the ninth byte has eight bits.
   */
  private long zigZag() {
    long next = plain[at++];
    long value = next & 0x7f;
    for (int shift = 7; next < 0 && shift < 56; shift += 7) {
      next = plain[at++];
      value |= (next & 0x7f) << shift;
    }
    if (next < 0) {
      value |= (plain[at++] & 0xffL) << 56;
    }
    return value >>> 1 ^ -(value & 1);
  }

  /** Adds the decoded interval. */
  void addTo(BucketCounts sum) {
    for (int i = 0; i < size; i++) {
      sum.add(buckets[i], counts[i]);
    }
  }
}
