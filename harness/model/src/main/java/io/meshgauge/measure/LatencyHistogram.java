package io.meshgauge.measure;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.ShortCountsHistogram;

/**
 * A distribution of latencies: an HdrHistogram of microseconds with three significant digits, from
 * one microsecond to one hour.
 *
 * <p>Immutable from outside; {@link #merge} is exact. Percentiles are nearest-rank values.
 */
public final class LatencyHistogram {
  /** The longest latency that can be recorded, in microseconds: one hour. */
  public static final long HIGHEST_MICROS = 3_600_000_000L;

  private final AbstractHistogram micros;

  private LatencyHistogram(AbstractHistogram micros) {
    this.micros = micros;
  }

  /** A histogram holding the values of all the given interval histograms of microseconds. */
  public static LatencyHistogram ofMicros(Collection<? extends AbstractHistogram> intervals) {
    Histogram sum = sum(intervals);
    // A session of thousands of runs is in memory as a whole: the range ends at the highest value,
    // and the counts of a short window need two bytes each.
    long highest = Math.max(2, sum.getMaxValue());
    AbstractHistogram kept =
        sum.getTotalCount() <= Short.MAX_VALUE
            ? new ShortCountsHistogram(1, highest, 3)
            : new Histogram(1, highest, 3);
    kept.add(sum);
    return new LatencyHistogram(kept);
  }

  private static Histogram sum(Collection<? extends AbstractHistogram> parts) {
    Histogram sum = new Histogram(1, HIGHEST_MICROS, 3);
    parts.forEach(sum::add);
    return sum;
  }

  /** The exact union of the given histograms; empty when none is given. */
  public static LatencyHistogram merge(Collection<LatencyHistogram> parts) {
    return ofMicros(parts.stream().map(part -> part.micros).toList());
  }

  /** The values as HdrHistogram logs hold them: version 2, compressed, Base64. */
  public String text() {
    Histogram all = sum(List.of(micros));
    ByteBuffer buffer = ByteBuffer.allocate(all.getNeededByteBufferCapacity());
    int length = all.encodeIntoCompressedByteBuffer(buffer);
    return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
  }

  /** How many values were recorded. */
  public long count() {
    return micros.getTotalCount();
  }

  /** Whether nothing was recorded. */
  public boolean isEmpty() {
    return count() == 0;
  }

  /**
   * The nearest-rank percentile in seconds.
   *
   * @param percentile from 0 to 100
   * @return 0 when the histogram is empty
   */
  public double seconds(double percentile) {
    return isEmpty() ? 0 : micros.getValueAtPercentile(percentile) / 1e6;
  }

  /** How many values are above a limit in seconds, to the histogram's resolution of 0.1 %. */
  public long above(double limitSeconds) {
    long limit = Math.min(HIGHEST_MICROS, Math.round(limitSeconds * 1e6));
    long next = micros.nextNonEquivalentValue(limit);
    return next > micros.getMaxValue()
        ? 0
        : micros.getCountBetweenValues(next, micros.getMaxValue());
  }

  /** The largest recorded value in seconds; shown, never ranked on. */
  public double maxSeconds() {
    return micros.getMaxValue() / 1e6;
  }

  /** The arithmetic mean in seconds. */
  public double meanSeconds() {
    return isEmpty() ? 0 : micros.getMean() / 1e6;
  }

  /** The standard deviation of the values in seconds. */
  public double deviationSeconds() {
    return isEmpty() ? 0 : micros.getStdDeviation() / 1e6;
  }

  /**
   * The percentile curve for a chart, evenly spaced on the axis of "nines".
   *
   * @return points from p0 to the last percentile the count can resolve
   */
  public List<Point> curve() {
    List<Point> points = new ArrayList<>();
    if (isEmpty()) {
      return points;
    }
    for (double nines = 0; nines <= Math.log10((double) count()); nines += 0.05) {
      double percentile = 100 * (1 - Math.pow(10, -nines));
      points.add(new Point(percentile, seconds(percentile)));
    }
    return points;
  }

  /**
   * A point of a percentile curve.
   *
   * @param percentile from 0 to 100
   * @param seconds the latency at that percentile
   */
  public record Point(double percentile, double seconds) {}
}
