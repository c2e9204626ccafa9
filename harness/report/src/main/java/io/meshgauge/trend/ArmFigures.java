package io.meshgauge.trend;

import io.meshgauge.measure.Metric;
import io.meshgauge.stats.Moments;
import io.meshgauge.stats.Replicates;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The headline metrics of one arm under one plan of a session.
 *
 * @param plan its name
 * @param arm name of the variant
 * @param model whether the numbers are those of a model of the product
 * @param choices mesh, policy, telemetry and settings that are not the default
 * @param logs natural logarithms of the values of valid runs, by metric and block; metrics with a
 *     value that is not above 0 are left out
 */
public record ArmFigures(
    String plan,
    String arm,
    boolean model,
    SortedMap<String, String> choices,
    Map<Metric, SortedMap<Integer, Double>> logs) {
  /** The choice that names the mesh. */
  static final String MESH = "mesh";

  public ArmFigures {
    choices = new TreeMap<>(choices);
    Map<Metric, SortedMap<Integer, Double>> ordered = new EnumMap<>(Metric.class);
    logs.forEach((metric, blocks) -> ordered.put(metric, new TreeMap<>(blocks)));
    logs = ordered;
  }

  /** Label of the arm; a model is marked as one. */
  public String label() {
    return model ? arm + " (model)" : arm;
  }

  /** The values of a metric by block, in its unit; empty if it has none. */
  Optional<Replicates> replicates(Metric metric) {
    SortedMap<Integer, Double> blocks = logs.getOrDefault(metric, new TreeMap<>());
    return blocks.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Replicates(
                blocks.entrySet().stream()
                    .collect(
                        Collectors.toMap(
                            Map.Entry::getKey,
                            it -> Math.exp(it.getValue()),
                            (a, b) -> a,
                            TreeMap::new))));
  }

  /** Mean and spread of the logarithms over the blocks; empty without a value. */
  public Optional<Moments> level(Metric metric) {
    double[] values =
        logs.getOrDefault(metric, new TreeMap<>()).values().stream()
            .mapToDouble(Double::doubleValue)
            .toArray();
    return values.length == 0 ? Optional.empty() : Optional.of(Moments.of(values));
  }
}
