package io.meshgauge.score;

import io.meshgauge.measure.Metric;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A named opinion on how much each criterion matters; the weights sum to 1.
 *
 * @param name for tables, for example {@code p99-heavy}
 * @param weights by metric, each at least 0
 * @param rescaled whether the weights were given with another sum and divided by it, which the
 *     report states
 */
public record WeightSet(String name, Map<Metric, Double> weights, boolean rescaled) {
  private static final double TOLERANCE = 1e-9;

  public WeightSet {
    Map<Metric, Double> ordered = new EnumMap<>(Metric.class);
    ordered.putAll(weights);
    weights = Collections.unmodifiableMap(ordered);
    requireWeights(name, weights);
    double sum = sum(weights);
    if (Math.abs(sum - 1) > TOLERANCE) {
      throw new IllegalArgumentException(
          ("weights '%s' sum to %s; expected 1 (%s): correct them, or set `normalise: true` to have"
                  + " each divided by the sum")
              .formatted(name, Math.round(sum * 1e9) / 1e9, listed(weights)));
    }
  }

  /**
   * The weights as they are.
   *
   * @throws IllegalArgumentException if they do not sum to 1 within 1e-9, or one is below 0
   */
  public static WeightSet of(String name, Map<Metric, Double> weights) {
    return new WeightSet(name, weights, false);
  }

  /**
   * The weights divided by their sum ({@code normalise: true}); {@link #rescaled} records whether
   * that changed them.
   *
   * @throws IllegalArgumentException if one is below 0, or none is above 0
   */
  public static WeightSet normalised(String name, Map<Metric, Double> weights) {
    requireWeights(name, weights);
    double sum = sum(weights);
    Map<Metric, Double> shares = new EnumMap<>(Metric.class);
    weights.forEach((metric, weight) -> shares.put(metric, weight / sum));
    return new WeightSet(name, shares, Math.abs(sum - 1) > TOLERANCE);
  }

  /** The weight of a metric; 0 if it has none. */
  public double weight(Metric metric) {
    return weights.getOrDefault(metric, 0.0);
  }

  private static void requireWeights(String name, Map<Metric, Double> weights) {
    weights.forEach(
        (metric, weight) -> {
          if (!(weight >= 0) || Double.isInfinite(weight)) {
            throw new IllegalArgumentException(
                "weights '%s' give %s to %s; expected a number from 0 to 1"
                    .formatted(name, weight, metric.key()));
          }
        });
    if (sum(weights) == 0) {
      throw new IllegalArgumentException(
          "weights '%s' name no metric with a weight above 0; expected at least one"
              .formatted(name));
    }
  }

  private static String listed(Map<Metric, Double> weights) {
    return weights.entrySet().stream()
        .map(entry -> entry.getKey().key() + " " + entry.getValue())
        .collect(Collectors.joining(", "));
  }

  private static double sum(Map<Metric, Double> weights) {
    return weights.values().stream().mapToDouble(Double::doubleValue).sum();
  }
}
