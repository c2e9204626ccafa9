package io.meshgauge.report.json;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.annotation.OptBoolean;
import io.meshgauge.measure.Metric;
import io.meshgauge.score.Efficiency;
import io.meshgauge.score.EfficiencyIndex.Terms;
import io.meshgauge.score.Scorecard;
import io.meshgauge.score.Scorecard.Placement;
import io.meshgauge.stats.Interval;
import java.util.List;
import java.util.Optional;

/** Score of one variant under one plan, or the reason why it has none. */
record ScoreJson(
    String variant,
    @JsonProperty(isRequired = OptBoolean.FALSE)
        @JsonPropertyDescription("Variants are ranked among those with equal promises")
        String promises,
    Optional<String> unscoredBecause,
    List<Scorecard.Points> points,
    List<Scorecard.Composite> composites,
    Optional<EfficiencyJson> efficiency) {

  static ScoreJson of(Scorecard.Row row) {
    return new ScoreJson(
        row.variant(),
        row.promises(),
        row.unscoredBecause(),
        row.points(),
        row.composites(),
        row.efficiency().map(EfficiencyJson::of));
  }

  record PointsJson(Metric metric, double value, @Range(max = 1) double points) {}

  record CompositeJson(
      String weightSet,
      @Range(min = -1e-9, max = 1 + 1e-9) double score,
      @JsonPropertyDescription("The lowest and the highest run's score.") Optional<Interval> runs,
      @JsonPropertyDescription(
              "Among variants with equal promises; probabilities are of rank 1, 2 and so on")
          Optional<Placement> placement) {}

  /** The terms of the index, or the reason why it is not defined. */
  record EfficiencyJson(
      Optional<Double> value,
      Optional<Double> latency,
      Optional<Double> throughput,
      Optional<Double> overhead,
      Optional<String> undefinedBecause) {
    static EfficiencyJson of(Efficiency found) {
      return new EfficiencyJson(
          found.terms().map(Terms::sum),
          found.terms().map(Terms::latency),
          found.terms().map(Terms::throughput),
          found.terms().map(Terms::overhead),
          found.undefinedBecause());
    }
  }
}
