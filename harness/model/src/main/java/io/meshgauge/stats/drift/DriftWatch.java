package io.meshgauge.stats.drift;

import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Watches one series of a soak, window by window, and says as soon as its drift is certain.
 *
 * <p>To look after every window would be a test a minute, and one of them would be wrong by
 * accident. So a series is looked at when it has 20 settled windows, and then whenever it has a
 * fifth more, each look at its part of the level ({@link AlphaSpending}). A look is certain when
 * all of this holds:
 *
 * <ol>
 *   <li>the trend's p is below the look's level;
 *   <li>the end of its interval that is nearer to 0 is beyond the {@link Tolerance}, on the side
 *       that does harm;
 *   <li>the later half of the windows has the trend too, on its own, at a p of 5 %, beyond the
 *       tolerance;
 *   <li>it does not level off: the slope of the later half is at least seven tenths of the slope of
 *       the earlier one. A warm-up that approaches its end with a time constant of up to half the
 *       observed length is detected by this; a slower one must lie within the settling time.
 * </ol>
 *
 * <p>What was certain once stays so. The answer depends on the values alone: a series that is fed
 * from an archive gives the same one. Not distinguishable from a leak is a saw-tooth of which less
 * than one tooth has been seen: of such a heap, watch what collections leave.
 *
 * <p>Not safe for use by several threads.
 */
public final class DriftWatch {
  /** The later half must have its trend at this p. */
  private static final double LATER = 0.05;

  /** A later half with less than this share of the earlier one's slope levels off. */
  private static final double LEVELS_OFF = 0.7;

  private final AlphaSpending vigilance;
  private final Tolerance tolerance;
  private double[] hours = new double[64];
  private double[] values = new double[64];
  private int size;
  private double latest = Double.NEGATIVE_INFINITY;
  private int looks;
  private int nextLook = AlphaSpending.lookAfter(0);
  private Drift.@Nullable Certainty certain;

  /** A watch of a series that has no window yet. */
  public DriftWatch(AlphaSpending vigilance, Tolerance tolerance) {
    this.vigilance = vigilance;
    this.tolerance = tolerance;
  }

  /** The answer for a whole series, as if it had been watched window by window. */
  public static Drift of(Series series, AlphaSpending vigilance, Tolerance tolerance) {
    DriftWatch watch = new DriftWatch(vigilance, tolerance);
    for (int i = 0; i < series.size(); i++) {
      watch.add(series.hours(i), series.value(i));
    }
    return watch.drift();
  }

  /**
   * One more window; one without a value is not added.
   *
   * @param hour where it lies, in hours since the start of the soak, later than the one before
   * @param value finite, in the unit of the series
   * @return whether this window made the drift certain
   * @throws IllegalArgumentException when a number is not finite or time does not rise
   */
  public boolean add(double hour, double value) {
    Series.require(latest, hour, value);
    latest = hour;
    if (hour < vigilance.settlingHours()) {
      return false;
    }
    if (size == hours.length) {
      hours = Arrays.copyOf(hours, 2 * size);
      values = Arrays.copyOf(values, 2 * size);
    }
    hours[size] = hour;
    values[size++] = value;
    if (size < nextLook) {
      return false;
    }
    nextLook = AlphaSpending.lookAfter(size);
    looks++;
    return certain == null && look();
  }

  /** What is known after the windows so far. */
  public Drift drift() {
    Series settled = settled();
    return new Drift(
        size, size == 0 ? 0 : settled.median(), Trend.of(settled), Optional.ofNullable(certain));
  }

  /** The windows that count: those after the settling time. */
  public Series settled() {
    return Series.of(Arrays.copyOf(hours, size), Arrays.copyOf(values, size));
  }

  private boolean look() {
    Series settled = settled();
    Trend whole = Trend.of(settled).orElseThrow();
    double level = vigilance.level(looks);
    double bound = tolerance.at(settled.median());
    double near = whole.atLeast();
    if (whole.p() >= level || !tolerance.harm().done(near) || Math.abs(near) <= bound) {
      return false;
    }
    if (!goesOn(settled, whole.slopePerHour() > 0 ? 1 : -1, bound)) {
      return false;
    }
    double p = whole.p() / level * vigilance.falseAlarms();
    certain = new Drift.Certainty(size, latest, whole, p);
    return true;
  }

  private static boolean goesOn(Series settled, int sign, double bound) {
    Series later = settled.between(settled.size() / 2, settled.size());
    double slope = sign * TheilSen.slopeOf(later.inBlocks(MannKendall.MOST));
    double earlier =
        sign * TheilSen.slopeOf(settled.between(0, settled.size() / 2).inBlocks(MannKendall.MOST));
    return slope > bound
        && slope >= LEVELS_OFF * earlier
        && MannKendall.ofIndependent(later).p() < LATER;
  }
}
