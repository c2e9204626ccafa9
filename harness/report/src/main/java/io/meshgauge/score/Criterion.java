package io.meshgauge.score;

import io.meshgauge.measure.Metric;
import java.util.Locale;

/**
 * The straight line that turns one metric into points from 0 to 1.
 *
 * <p>Cost: s = clamp(1 − (x − target) / budget, 0, 1). Benefit: s = clamp((x − floor) / (ceiling −
 * floor), 0, 1). Both are the line through (zero, 0) and (full, 1).
 *
 * @param metric scored metric
 * @param full the value that earns 1 point: target of a cost, ceiling of a benefit
 * @param zero the value that earns 0 points: target + budget of a cost, floor of a benefit
 */
public record Criterion(Metric metric, double full, double zero) {
  public Criterion {
    boolean ordered = metric.moreIsBetter() ? full > zero : full < zero;
    if (!Double.isFinite(full) || !Double.isFinite(zero) || !ordered) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "criterion %s gives 1 point at %s and 0 points at %s; expected %s",
              metric.key(),
              full,
              zero,
              metric.moreIsBetter()
                  ? "a benefit's ceiling above its floor"
                  : "a cost's budget above 0"));
    }
  }

  /**
   * A criterion of a metric where less is better.
   *
   * @param target value up to which all points are earned, in the metric's unit
   * @param budget distance above the target at which points reach 0, above 0
   * @throws IllegalArgumentException if more of the metric is better, or the budget is not above 0
   */
  public static Criterion cost(Metric metric, double target, double budget) {
    if (metric.moreIsBetter()) {
      throw new IllegalArgumentException(
          "criterion %s has a target and a budget, but more of it is better; expected floor and"
                  .formatted(metric.key())
              + " ceiling");
    }
    return new Criterion(metric, target, target + budget);
  }

  /**
   * A criterion of a metric where more is better.
   *
   * @param floor value down to which no point is earned, in the metric's unit
   * @param ceiling value from which all points are earned, above the floor
   * @throws IllegalArgumentException if less of the metric is better, or the ceiling is not above
   *     the floor
   */
  public static Criterion benefit(Metric metric, double floor, double ceiling) {
    if (!metric.moreIsBetter()) {
      throw new IllegalArgumentException(
          "criterion %s has a floor and a ceiling, but less of it is better; expected target and"
                  .formatted(metric.key())
              + " budget");
    }
    return new Criterion(metric, ceiling, floor);
  }

  /** The points of a value, 0 to 1. */
  public double points(double value) {
    return Math.max(0, Math.min(1, (value - zero) / (full - zero)));
  }

  /** The same criterion with both limits multiplied by a factor above 0. */
  Criterion scaled(double factor) {
    return new Criterion(metric, full * factor, zero * factor);
  }

  /** The formula with its numbers, in the metric's unit, for the report. */
  public String formula() {
    return metric.moreIsBetter()
        ? String.format(Locale.ROOT, "clamp((x - %s) / %s, 0, 1)", plain(zero), plain(full - zero))
        : String.format(
            Locale.ROOT, "clamp(1 - (x - %s) / %s, 0, 1)", plain(full), plain(zero - full));
  }

  private static String plain(double value) {
    String text = String.format(Locale.ROOT, "%.6f", value);
    return text.replaceFirst("\\.?0+$", "");
  }
}
