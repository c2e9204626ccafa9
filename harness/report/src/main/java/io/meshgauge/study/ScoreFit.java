package io.meshgauge.study;

import io.meshgauge.score.Criterion;
import io.meshgauge.study.Claims.Score;
import io.meshgauge.study.Study.Quantity;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The search for a target and a budget that give all printed points of one quantity by {@link
 * Criterion}, within the rounding of points and figures.
 *
 * @param quantity that was scored
 * @param criterion target and budget, with as few digits as reproduce the points; empty if none
 *     does
 * @param excess by how much the best line misses the points of a system beyond rounding; 0 if a
 *     line fits
 * @param rows by system
 */
public record ScoreFit(
    Quantity quantity, Optional<Criterion> criterion, double excess, List<Row> rows, int line) {
  public ScoreFit {
    rows = List.copyOf(rows);
  }

  private static final double EXACT = 1e-7;
  private static final int MOST_DIGITS = 9;

  /**
   * One system.
   *
   * @param value that was scored
   * @param printed points
   */
  public record Row(String system, Value value, Value printed) {}

  /** The fit of a score. */
  static ScoreFit of(Study study, Score score) {
    List<Row> rows = new ArrayList<>();
    for (Value points : study.values(score.score())) {
      study
          .value(points.group(), points.system(), score.of())
          .ifPresent(it -> rows.add(new Row(points.system(), it, points)));
    }
    Quantity quantity = study.quantity(score.of());
    double largest = rows.stream().mapToDouble(it -> Math.abs(it.value().mean())).max().orElse(0);
    double scale = largest > 0 ? largest : 1;
    int direction = quantity.moreIsBetter() ? 1 : -1;
    LinearBounds.Solution within = bounds(rows, direction, scale, true).solve();
    if (within.excess() > EXACT) {
      return new ScoreFit(quantity, Optional.empty(), within.excess(), rows, score.line());
    }
    double[] best = bounds(rows, direction, scale, false).solve().unknowns();
    Optional<Criterion> criterion = roundest(quantity, rows, best[0], best[1] / scale);
    if (criterion.isEmpty()) {
      criterion = roundest(quantity, rows, within.unknowns()[0], within.unknowns()[1] / scale);
    }
    return new ScoreFit(quantity, criterion, 0, rows, score.line());
  }

  /** Points are a + b·x, cut off at 0 and 1. */
  private static LinearBounds bounds(List<Row> rows, int direction, double scale, boolean rounded) {
    LinearBounds bounds = new LinearBounds(2);
    bounds.sign(1, direction);
    for (Row row : rows) {
      double points = row.printed().mean();
      double half = row.printed().rounding();
      double allowed = rounded ? half : 0;
      double x = row.value().mean() / scale;
      double error = rounded ? direction * row.value().rounding() / scale : 0;
      if (points - half > 0) {
        bounds.atLeast(new double[] {1, x + error}, points - allowed);
      }
      if (points + half < 1) {
        bounds.atMost(new double[] {1, x - error}, points + allowed);
      }
    }
    return bounds;
  }

  private static Optional<Criterion> roundest(
      Quantity quantity, List<Row> rows, double a, double b) {
    if (quantity.metric().isEmpty() || b == 0) {
      return Optional.empty();
    }
    for (int digits = 1; digits <= MOST_DIGITS; digits++) {
      double full = rounded((1 - a) / b, digits);
      double zero = rounded(-a / b, digits);
      if (quantity.moreIsBetter() ? full > zero : full < zero) {
        Criterion criterion = new Criterion(quantity.metric().get(), full, zero);
        if (rows.stream().allMatch(it -> reproduces(criterion, it))) {
          return Optional.of(criterion);
        }
      }
    }
    return Optional.empty();
  }

  private static boolean reproduces(Criterion criterion, Row row) {
    double points = criterion.points(row.value().mean());
    return Math.abs(points - row.printed().mean()) <= row.printed().rounding() + EXACT;
  }

  private static double rounded(double value, int digits) {
    return new BigDecimal(value).round(new MathContext(digits)).doubleValue();
  }

  /** Whether a line gives all points. */
  public boolean reproduced() {
    return excess <= EXACT;
  }

  /**
   * Two systems whose points lie inside (0, 1) and do not fall as their figures worsen; empty if
   * there are none.
   */
  public Optional<List<Row>> witness() {
    for (Row better : rows) {
      for (Row worse : rows) {
        double step = worse.value().mean() - better.value().mean();
        boolean apart =
            (quantity.moreIsBetter() ? -step : step)
                > better.value().rounding() + worse.value().rounding();
        if (apart
            && inside(better)
            && inside(worse)
            && worse.printed().mean() >= better.printed().mean()) {
          return Optional.of(List.of(better, worse));
        }
      }
    }
    return Optional.empty();
  }

  private static boolean inside(Row row) {
    double points = row.printed().mean();
    double half = row.printed().rounding();
    return points - half > 0 && points + half < 1;
  }
}
