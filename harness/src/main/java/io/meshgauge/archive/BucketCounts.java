package io.meshgauge.archive;

import io.meshgauge.measure.LatencyHistogram;
import java.util.Arrays;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * Counts by bucket of an HdrHistogram of microseconds, 1 µs to 1 h with three significant digits:
 * what a histogram is while others are added to it by the million. Mutable, for one thread.
 *
 * <p>The library adds a histogram by allocating it first, 188 KiB each; here a decoded interval is
 * a few hundred additions.
 */
final class BucketCounts {
  static final long LOWEST = 1;
  static final int DIGITS = 3;

  /** Values below are buckets of their own; each doubling above has half as many buckets. */
  private static final int SINGLE = 2048;

  private static final int HALF_BITS = 10;
  private static final int HALF = 1 << HALF_BITS;
  private static final int BUCKETS = buckets();

  private final long[] counts = new long[BUCKETS];
  private int from = BUCKETS;
  private int to;

  private static int buckets() {
    int doublings = 1;
    for (long beyond = SINGLE; beyond <= LatencyHistogram.HIGHEST_MICROS; beyond <<= 1) {
      doublings++;
    }
    return (doublings + 1) * HALF;
  }

  /**
   * Adds to one bucket.
   *
   * @throws IndexOutOfBoundsException when there is no such bucket
   */
  void add(int bucket, long count) {
    counts[bucket] += count;
    from = Math.min(from, bucket);
    to = Math.max(to, bucket + 1);
  }

  /** Adds all of another's values. */
  void add(BucketCounts other) {
    for (int bucket = other.from; bucket < other.to; bucket++) {
      counts[bucket] += other.counts[bucket];
    }
    from = Math.min(from, other.from);
    to = Math.max(to, other.to);
  }

  /** Whether there is no value. */
  boolean isEmpty() {
    return from >= to;
  }

  /** Sets all to zero. */
  void clear() {
    if (from < to) {
      Arrays.fill(counts, from, to, 0);
    }
    from = BUCKETS;
    to = 0;
  }

  /** Puts all values into a histogram, beside those that are in it. */
  void into(Histogram histogram) {
    for (int bucket = from; bucket < to; bucket++) {
      if (counts[bucket] > 0) {
        histogram.recordValueWithCount(lowestValue(bucket), counts[bucket]);
      }
    }
  }

  /** The same values as a distribution of latencies. */
  LatencyHistogram toHistogram() {
    Histogram histogram = empty();
    into(histogram);
    return LatencyHistogram.ofMicros(List.of(histogram));
  }

  /** A histogram that has these buckets. */
  static Histogram empty() {
    return new Histogram(LOWEST, LatencyHistogram.HIGHEST_MICROS, DIGITS);
  }

  private static long lowestValue(int bucket) {
    int doubling = (bucket >> HALF_BITS) - 1;
    return doubling < 0 ? bucket : (long) ((bucket & (HALF - 1)) + HALF) << doubling;
  }
}
