package io.meshgauge.stats;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.measure.Metric;
import io.meshgauge.stats.Ranking.Place;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RankingTest {
  private final Map<String, double[]> arms = new LinkedHashMap<>();

  private List<Place> places(Metric metric) {
    return Ranking.of(metric, arms, Optional.empty(), 1).places();
  }

  @Test
  void armsThatCannotBeToldApartShareARank() {
    arms.put("istio-mtls", new double[] {20, 21, 22});
    arms.put("envoy", new double[] {10, 11, 12});
    arms.put("linkerd", new double[] {10.5, 11.5, 12.5});

    assertThat(places(Metric.RESPONSE_P99))
        .containsExactly(
            new Place("envoy", 1, true, 11),
            new Place("linkerd", 1, true, 11.5),
            new Place("istio-mtls", 3, false, 21));
  }

  @Test
  void theMostThroughputRanksFirst() {
    arms.put("slow", new double[] {100, 101, 102});
    arms.put("fast", new double[] {200, 201, 202});

    assertThat(places(Metric.THROUGHPUT)).extracting(Place::arm).containsExactly("fast", "slow");
  }

  @Test
  void aChainOfOverlapsIsNotForcedIntoOneTie() {
    arms.put("a", new double[] {1, 2, 3});
    arms.put("b", new double[] {2.5, 3.5, 4.5});
    arms.put("c", new double[] {4, 5, 6});

    assertThat(places(Metric.RESPONSE_P50)).extracting(Place::rank).containsExactly(1, 1, 2);
  }

  @Test
  void aDifferenceInsideTheNoiseFloorEarnsNoRank() {
    arms.put("a", new double[] {1, 2, 3});
    arms.put("b", new double[] {4, 5, 6});
    NoiseFloor floor =
        NoiseFloor.of(Metric.RESPONSE_P50, new double[] {1, 2, 3}, new double[] {4, 5, 6}, 1);

    assertThat(Ranking.of(Metric.RESPONSE_P50, arms, Optional.of(floor), 1).places())
        .allMatch(place -> place.rank() == 1 && place.shared());
  }

  @Test
  void noArmsHaveNoPlaces() {
    assertThat(places(Metric.RESPONSE_P50)).isEmpty();
  }
}
