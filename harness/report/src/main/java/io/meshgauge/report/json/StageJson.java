package io.meshgauge.report.json;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.meshgauge.measure.Metric;
import io.meshgauge.report.PlanReport.OfStage;
import io.meshgauge.report.arm.Arm;
import io.meshgauge.report.json.PlanJson.ComparisonJson;
import io.meshgauge.report.json.PlanJson.SummaryJson;
import io.meshgauge.stats.Proportion;
import io.meshgauge.stats.Summary;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One stage of a load: arms with summaries, and comparisons with the baseline. */
record StageJson(
    @JsonPropertyDescription("Such as step-1, calm or peak") String name,
    @JsonPropertyDescription("Requests per second that are planned in it, on average") double rate,
    @JsonPropertyDescription("Whole seconds of a run that lie within it") @Range int seconds,
    List<StageArmJson> arms,
    @JsonPropertyDescription("Every variant against the baseline in this stage")
        List<ComparisonJson> comparisons) {
  static StageJson of(OfStage found) {
    return new StageJson(
        found.stage().name(),
        found.stage().rate(),
        found.stage().seconds(),
        found.arms().stream().map(StageArmJson::of).toList(),
        found.contrasts().stream()
            .flatMap(
                contrast ->
                    contrast.comparisons().stream()
                        .map(it -> ComparisonJson.of(contrast, it, List.of())))
            .toList());
  }

  record StageArmJson(
      String variant,
      @JsonPropertyDescription("Centre and interval over valid runs, by metric")
          Map<Metric, SummaryJson> summaries,
      @JsonPropertyDescription("Share of the requests of all valid runs that failed in it")
          Optional<Double> errorRatio) {
    static StageArmJson of(Arm arm) {
      Map<Metric, SummaryJson> summaries = new EnumMap<>(Metric.class);
      for (Metric metric : Metric.values()) {
        arm.replicates(metric)
            .ifPresent(it -> summaries.put(metric, SummaryJson.of(Summary.of(it.values()))));
      }
      return new StageArmJson(arm.name(), summaries, arm.errors().map(Proportion::value));
    }
  }
}
