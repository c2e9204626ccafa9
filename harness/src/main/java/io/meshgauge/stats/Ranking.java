package io.meshgauge.stats;

import io.meshgauge.measure.Metric;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The order of arms on one metric of one plan, ties shown as ties.
 *
 * <p>The rank of an arm is 1 + the number of arms that beat it, where beating means to be told
 * apart by the rule of {@link Comparison} in the better direction. Arms that cannot be told apart
 * from the best share rank 1. Being indistinguishable is not transitive, and this definition does
 * not need it to be.
 *
 * @param metric what is ranked
 * @param places best first: by rank, then by median
 */
public record Ranking(Metric metric, List<Place> places) {
  public Ranking {
    places = List.copyOf(places);
  }

  /**
   * One arm in the order.
   *
   * @param arm its name
   * @param rank 1 is best; shared by arms that nothing sets apart
   * @param shared whether another arm has the same rank
   * @param median of its replicates, in the metric's unit
   */
  public record Place(String arm, int rank, boolean shared, double median) {}

  /**
   * The ranking of some arms.
   *
   * @param arms replicates by name of the arm, at least one each
   * @param floor noise floor of the metric in the same session
   * @param seed of the bootstrap
   */
  public static Ranking of(
      Metric metric, Map<String, double[]> arms, Optional<NoiseFloor> floor, long seed) {
    List<Place> places = new ArrayList<>();
    for (Map.Entry<String, double[]> arm : arms.entrySet()) {
      long beatenBy =
          arms.entrySet().stream()
              .filter(other -> !other.getKey().equals(arm.getKey()))
              .map(other -> Comparison.of(metric, arm.getValue(), other.getValue(), floor, seed))
              .filter(Comparison::better)
              .count();
      double median = Bootstrap.median(arm.getValue());
      places.add(new Place(arm.getKey(), 1 + (int) beatenBy, false, median));
    }
    double direction = metric.moreIsBetter() ? -1 : 1;
    places.sort(
        Comparator.comparingInt(Place::rank)
            .thenComparingDouble(place -> direction * place.median()));
    return new Ranking(metric, places.stream().map(place -> marked(place, places)).toList());
  }

  private static Place marked(Place place, List<Place> all) {
    long same = all.stream().filter(other -> other.rank() == place.rank()).count();
    return new Place(place.arm(), place.rank(), same > 1, place.median());
  }
}
