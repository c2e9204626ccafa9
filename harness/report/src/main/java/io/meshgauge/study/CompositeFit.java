package io.meshgauge.study;

import io.meshgauge.study.Claims.Composite;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A printed composite, computed again from the printed points.
 *
 * @param composite with its weights
 * @param rows by system
 * @param deviation the smallest that any weights of 0 or more with the sum 1 leave in at least one
 *     system
 * @param rounding what rounding of points and composite explains of it
 */
public record CompositeFit(Composite composite, List<Row> rows, double deviation, double rounding) {
  public CompositeFit {
    rows = List.copyOf(rows);
  }

  private static final double EXACT = 1e-7;

  /**
   * One system.
   *
   * @param points in the order of the weights
   * @param printed composite
   * @param asGiven by the weights as printed
   * @param normalised by the weights divided by their sum
   */
  public record Row(
      String system, List<Value> points, Value printed, double asGiven, double normalised) {}

  /** The composite of a study again; systems without all points are left out. */
  static CompositeFit of(Study study, Composite composite) {
    List<String> scores = List.copyOf(composite.weights().keySet());
    List<Row> rows = new ArrayList<>();
    for (Value printed : study.values(composite.composite())) {
      List<Value> points =
          scores.stream()
              .map(it -> study.value(printed.group(), printed.system(), it))
              .flatMap(Optional::stream)
              .toList();
      if (points.size() == scores.size()) {
        double sum = 0;
        for (int i = 0; i < points.size(); i++) {
          sum += composite.weights().getOrDefault(scores.get(i), 0.0) * points.get(i).mean();
        }
        rows.add(new Row(printed.system(), points, printed, sum, sum / composite.sum()));
      }
    }
    double rounding = rows.stream().mapToDouble(it -> rounding(it, 1)).max().orElse(0);
    return new CompositeFit(composite, rows, anyWeights(rows, scores.size()), rounding);
  }

  /** What rounding explains if the weights have that sum. */
  private static double rounding(Row row, double weights) {
    double points = row.points().stream().mapToDouble(Value::rounding).max().orElse(0);
    return row.printed().rounding() + weights * points + EXACT;
  }

  private static double anyWeights(List<Row> rows, int scores) {
    LinearBounds bounds = new LinearBounds(scores);
    double[] ones = new double[scores];
    for (int i = 0; i < scores; i++) {
      ones[i] = 1;
      bounds.sign(i, 1);
    }
    bounds.equal(ones, 1);
    for (Row row : rows) {
      double[] points = row.points().stream().mapToDouble(Value::mean).toArray();
      bounds.atLeast(points, row.printed().mean());
      bounds.atMost(points, row.printed().mean());
    }
    return bounds.solve().excess();
  }

  /** Whether the weights sum to 1. */
  public boolean isWhole() {
    return Math.abs(composite.sum() - 1) < EXACT;
  }

  /** Systems whose printed composite the weights as given reproduce. */
  public List<String> givenMatches() {
    return rows.stream()
        .filter(it -> matches(it, it.asGiven(), composite.sum()))
        .map(Row::system)
        .toList();
  }

  /** The same with the weights divided by their sum. */
  public List<String> normalisedMatches() {
    return rows.stream().filter(it -> matches(it, it.normalised(), 1)).map(Row::system).toList();
  }

  private static boolean matches(Row row, double computed, double weights) {
    return Math.abs(computed - row.printed().mean()) <= rounding(row, weights);
  }

  /** Whether weights as given, which sum to 1, give every printed composite. */
  public boolean reproduced() {
    return isWhole() && givenMatches().size() == rows.size();
  }

  /** Whether no weights with the sum 1 give all printed composites. */
  public boolean impossible() {
    return deviation > rounding;
  }
}
