package io.meshgauge.report.json;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.measure.Metric;
import io.meshgauge.report.advice.Advice;
import io.meshgauge.report.advice.Candidate;
import io.meshgauge.report.arm.Promises;
import io.meshgauge.stats.Interval;
import io.meshgauge.stats.Verdict;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Advice for one usage profile under one plan. */
public record AdviceJson(
    String profile,
    String plan,
    Advice.Kind kind,
    @JsonPropertyDescription("Present for a recommendation only.") Optional<String> variant,
    String headline,
    List<String> reasons,
    @JsonPropertyDescription("What would change the advice, a sentence each.") List<String> changes,
    List<Promise> requires,
    Map<Metric, Double> weights,
    List<CandidateJson> candidates) {

  static AdviceJson of(Advice advice) {
    return new AdviceJson(
        advice.profile().name(),
        advice.plan(),
        advice.kind(),
        advice.variant(),
        advice.headline(),
        advice.reasons(),
        advice.changes(),
        advice.profile().requires(),
        advice.profile().weights().weights(),
        advice.candidates().stream().map(CandidateJson::of).toList());
  }

  /** Advice alone, as it is in the report. */
  public static String text(List<Advice> all) {
    return JsonFormat.write(all.stream().map(AdviceJson::of).toList());
  }

  record CandidateJson(
      String variant,
      Candidate.State state,
      @JsonPropertyDescription("Under the weights of the profile; absent if it does not meet it.")
          OptionalDouble score,
      @JsonPropertyDescription(
              "Scores of the lowest and highest run, or of the ends of a prediction.")
          Optional<Interval> scoreRange,
      List<Candidate.Cost> costs,
      List<String> checks,
      @JsonPropertyDescription("All runs and places together.") List<Promises.Count> evidence) {
    static CandidateJson of(Candidate candidate) {
      return new CandidateJson(
          candidate.variant(),
          candidate.state(),
          candidate.score(),
          candidate.range(),
          candidate.costs(),
          candidate.checks().stream().map(Candidate.Check::words).toList(),
          candidate.evidence());
    }
  }

  record CostJson(
      Metric metric,
      @JsonPropertyDescription("Difference from the baseline, in the metric's unit.") double added,
      Optional<Interval> interval,
      @JsonPropertyDescription("Absent for a prediction.") Optional<Verdict> verdict) {}
}
