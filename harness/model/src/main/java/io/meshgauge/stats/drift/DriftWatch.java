package io.meshgauge.stats.drift;

import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Watches one series of a soak, window by window, and detects as soon as its drift is certain.
 *
 * <p>A test after every window would be wrong by chance sooner or later. A series is therefore
 * tested at 20 settled windows and then at every fifth more, each look at its part of the level
 * ({@link AlphaSpending}). A look is certain when all of this holds:
 *
 * <ol>
 *   <li>the trend's p is below the look's level;
 *   <li>the end of its interval that is nearer to 0 is beyond the {@link Tolerance}, on the harmful
 *       side;
 *   <li>the later half of the windows alone has the trend too, at a p of 5 %, beyond the tolerance;
 *   <li>it does not level off: the slope of the later half is at least seven tenths of the slope of
 *       the earlier one. A warm-up that approaches its end with a time constant of up to half the
 *       observed length is detected by this; a slower one must lie within the settling time.
 * </ol>
 *
 * <p>A certain drift stays certain. The result depends on the values alone: a series read from an
 * archive gives the same one. Less than one tooth of a saw-tooth cannot be distinguished from a
 * leak: of such a heap, watch the size after collections.
 *
 * <p>Not safe for use by several threads.
 */
public final class DriftWatch {
  /** Required p of the trend of the later half. */
  private static final double LATER_HALF_P = 0.05;

  /** A series levels off if the later half has less than this share of the earlier slope. */
  private static final double MIN_SLOPE_SHARE = 0.7;

  private final AlphaSpending spending;
  private final Tolerance tolerance;
  private double[] hours = new double[64];
  private double[] values = new double[64];
  private int size;
  private double latest = Double.NEGATIVE_INFINITY;
  private int looks;
  private int nextLook = AlphaSpending.lookAfter(0);
  private Drift.@Nullable Certainty certain;

  /** A watch without windows. */
  public DriftWatch(AlphaSpending spending, Tolerance tolerance) {
    this.spending = spending;
    this.tolerance = tolerance;
  }

  /** The drift of a whole series, as if watched window by window. */
  public static Drift of(Series series, AlphaSpending spending, Tolerance tolerance) {
    DriftWatch watch = new DriftWatch(spending, tolerance);
    for (int i = 0; i < series.size(); i++) {
      watch.add(series.hours(i), series.value(i));
    }
    return watch.drift();
  }

  /**
   * Adds a window with a value.
   *
   * @param hour where it lies, in hours since the start of the soak, later than the one before
   * @param value finite, in the unit of the series
   * @return whether this window made the drift certain
   * @throws IllegalArgumentException if a number is not finite or time does not rise
   */
  public boolean add(double hour, double value) {
    Series.require(latest, hour, value);
    latest = hour;
    if (hour < spending.settlingHours()) {
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

  /** The drift after the windows so far. */
  public Drift drift() {
    Series settled = settled();
    return new Drift(
        size, size == 0 ? 0 : settled.median(), Trend.of(settled), Optional.ofNullable(certain));
  }

  /** Windows after the settling time. */
  public Series settled() {
    return Series.of(Arrays.copyOf(hours, size), Arrays.copyOf(values, size));
  }

  private boolean look() {
    Series settled = settled();
    Trend whole = Trend.of(settled).orElseThrow();
    double level = spending.level(looks);
    double bound = tolerance.at(settled.median());
    double near = whole.atLeast();
    if (whole.p() >= level || !tolerance.harm().done(near) || Math.abs(near) <= bound) {
      return false;
    }
    if (!goesOn(settled, whole.slopePerHour() > 0 ? 1 : -1, bound)) {
      return false;
    }
    double p = whole.p() / level * spending.falseAlarms();
    certain = new Drift.Certainty(size, latest, whole, p);
    return true;
  }

  private static boolean goesOn(Series settled, int sign, double bound) {
    Series later = settled.between(settled.size() / 2, settled.size());
    double slope = sign * TheilSen.slopeOf(later.inBlocks(MannKendall.MAX_VALUES));
    double earlier =
        sign
            * TheilSen.slopeOf(
                settled.between(0, settled.size() / 2).inBlocks(MannKendall.MAX_VALUES));
    return slope > bound
        && slope >= MIN_SLOPE_SHARE * earlier
        && MannKendall.ofIndependent(later).p() < LATER_HALF_P;
  }
}
