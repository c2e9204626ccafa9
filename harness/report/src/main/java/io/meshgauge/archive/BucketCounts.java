package io.meshgauge.archive;

import io.meshgauge.measure.LatencyHistogram;
import java.util.Arrays;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * Bucket counts of an HdrHistogram in microseconds, 1 µs to 1 h with three significant digits, for
 * adding histograms by the million. Mutable, for one thread.
 *
 * <p>The library allocates 188 KiB for each histogram before it adds it; a decoded interval here is
 * a few hundred additions (decision 9).
 */
final class BucketCounts {
  static final long LOWEST_MICROS = 1;
  static final int SIGNIFICANT_DIGITS = 3;

  /** Each value below has its own bucket; each doubling above has half as many buckets. */
  private static final int EXACT_VALUES = 2048;

  private static final int HALF_BUCKET_BITS = 10;
  private static final int HALF_BUCKETS = 1 << HALF_BUCKET_BITS;
  private static final int BUCKETS = buckets();

  private final long[] counts = new long[BUCKETS];
  private int from = BUCKETS;
  private int to;

  private static int buckets() {
    int doublings = 1;
    for (long limit = EXACT_VALUES; limit <= LatencyHistogram.HIGHEST_MICROS; limit <<= 1) {
      doublings++;
    }
    return (doublings + 1) * HALF_BUCKETS;
  }

  /**
   * Adds to one bucket.
   *
   * @throws IndexOutOfBoundsException if the bucket does not exist
   */
  void add(int bucket, long count) {
    counts[bucket] += count;
    from = Math.min(from, bucket);
    to = Math.max(to, bucket + 1);
  }

  /** Adds all values of another. */
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

  /** Adds all values to a histogram. */
  void into(Histogram histogram) {
    for (int bucket = from; bucket < to; bucket++) {
      if (counts[bucket] > 0) {
        histogram.recordValueWithCount(lowestValue(bucket), counts[bucket]);
      }
    }
  }

  /** Converts to a latency distribution. */
  LatencyHistogram toHistogram() {
    Histogram histogram = empty();
    into(histogram);
    return LatencyHistogram.ofMicros(List.of(histogram));
  }

  /** An empty histogram with these buckets. */
  static Histogram empty() {
    return new Histogram(LOWEST_MICROS, LatencyHistogram.HIGHEST_MICROS, SIGNIFICANT_DIGITS);
  }

  private static long lowestValue(int bucket) {
    int doubling = (bucket >> HALF_BUCKET_BITS) - 1;
    return doubling < 0
        ? bucket
        : (long) ((bucket & (HALF_BUCKETS - 1)) + HALF_BUCKETS) << doubling;
  }
}
