package io.meshgauge.report.json;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.meshgauge.score.EfficiencyIndex;
import io.meshgauge.stats.Interval;
import io.meshgauge.stats.Verdict;
import io.meshgauge.stats.Welch;
import io.meshgauge.study.ClaimCheck;
import io.meshgauge.study.ClaimedRange;
import io.meshgauge.study.CompositeFit;
import io.meshgauge.study.EfficiencyTerms;
import io.meshgauge.study.Recomputation;
import io.meshgauge.study.ScoreFit;
import io.meshgauge.study.Study;
import io.meshgauge.study.StudyAnalysis;
import io.meshgauge.study.StudyContrast;
import io.meshgauge.study.Value;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** The analysis of a published study as JSON. */
@JsonClassDescription(
    "A published study, analysed from its printed figures. Figures are in the units of their"
        + " quantities, as printed.")
record StudyJson(
    String format,
    @JsonPropertyDescription("Raised whenever a field changes its name or meaning.")
        int formatVersion,
    String name,
    Study.About about,
    String reference,
    List<Study.SystemUnderTest> systems,
    List<Study.Group> groups,
    List<Study.Quantity> quantities,
    List<Value> values,
    List<ContrastJson> contrasts,
    List<Recomputation> recomputations,
    List<ScoreJson> scores,
    List<CompositeJson> composites,
    List<EfficiencyJson> efficiency,
    @JsonPropertyDescription("What the text claims, next to the figures.") List<ClaimJson> claims) {
  static final String FORMAT = "meshgauge-study";
  static final int FORMAT_VERSION = 1;

  static StudyJson of(StudyAnalysis analysis) {
    Study study = analysis.study();
    return new StudyJson(
        FORMAT,
        FORMAT_VERSION,
        study.name(),
        study.about(),
        study.reference(),
        study.systems(),
        study.groups(),
        study.quantities(),
        study.values(),
        analysis.contrasts().stream().map(ContrastJson::of).toList(),
        analysis.recomputations(),
        analysis.fits().stream().map(ScoreJson::of).toList(),
        analysis.composites().stream().map(CompositeJson::of).toList(),
        analysis.efficiency().stream().map(EfficiencyJson::of).toList(),
        analysis.claims().stream().map(ClaimJson::of).toList());
  }

  record ContrastJson(
      String group,
      String quantity,
      String system,
      String against,
      StudyContrast.Basis basis,
      OptionalDouble ratio,
      @JsonPropertyDescription("95 %, of the ratio.") Optional<Interval> interval,
      Optional<Welch> welch,
      OptionalDouble cohensD,
      OptionalDouble hedgesG,
      @JsonPropertyDescription("95 %, of Hedges' g.") Optional<Interval> hedgesGInterval,
      @JsonPropertyDescription("Welch's p by Holm over the systems of the quantity and group.")
          @Range(max = 1)
          OptionalDouble adjustedP,
      Optional<Verdict> verdict) {
    static ContrastJson of(StudyContrast contrast) {
      return new ContrastJson(
          contrast.to().group(),
          contrast.quantity().name(),
          contrast.to().system(),
          contrast.from().system(),
          contrast.basis(),
          contrast.ratio(),
          contrast.interval(),
          contrast.tests().map(StudyContrast.Tests::welch),
          number(contrast.tests().map(it -> it.effect().cohensD())),
          number(contrast.tests().map(it -> it.effect().hedgesG())),
          contrast.tests().map(StudyContrast.Tests::effectInterval),
          contrast.adjustedP(),
          contrast.verdict());
    }
  }

  record ScoreJson(
      String quantity,
      boolean reproduced,
      @JsonPropertyDescription("Value that earns 1 point, if a line was found.")
          OptionalDouble full,
      @JsonPropertyDescription("Value that earns 0 points, if a line was found.")
          OptionalDouble zero,
      @JsonPropertyDescription("What the best line misses beyond rounding.") double excess) {
    static ScoreJson of(ScoreFit fit) {
      return new ScoreJson(
          fit.quantity().name(),
          fit.reproduced(),
          number(fit.criterion().map(it -> it.full())),
          number(fit.criterion().map(it -> it.zero())),
          fit.excess());
    }
  }

  record CompositeJson(
      String composite,
      Map<String, Double> weights,
      double sumOfWeights,
      boolean reproduced,
      @JsonPropertyDescription(
              "The smallest deviation that any weights with the sum 1 leave in at least one system.")
          double deviation,
      @JsonPropertyDescription("What rounding explains of it.") double rounding,
      List<SumJson> rows) {
    static CompositeJson of(CompositeFit fit) {
      return new CompositeJson(
          fit.composite().composite(),
          fit.composite().weights(),
          fit.composite().sum(),
          fit.reproduced(),
          fit.deviation(),
          fit.rounding(),
          fit.rows().stream()
              .map(
                  it ->
                      new SumJson(it.system(), it.printed().mean(), it.asGiven(), it.normalised()))
              .toList());
    }
  }

  record SumJson(String system, double printed, double asGiven, double normalised) {}

  record ClaimJson(
      String words,
      String quantity,
      @JsonPropertyDescription("Load of the figures; of the claim if there are none.") String group,
      String system,
      @JsonPropertyDescription("If present the claim is of the ratio to this system.")
          Optional<String> against,
      OptionalDouble low,
      OptionalDouble high,
      OptionalDouble figure,
      Optional<Interval> interval,
      Optional<ClaimedRange.Agreement> agreement) {
    static ClaimJson of(ClaimCheck check) {
      return new ClaimJson(
          check.statement().words(),
          check.statement().quantity(),
          check.figure().isPresent() ? check.group() : check.statement().group().orElse(""),
          check.statement().system(),
          check.statement().against(),
          check.statement().range().lowest(),
          check.statement().range().highest(),
          check.figure(),
          check.interval(),
          check.agreement());
    }
  }

  record EfficiencyJson(String system, EfficiencyIndex.Terms terms) {
    static EfficiencyJson of(EfficiencyTerms terms) {
      return new EfficiencyJson(terms.system(), terms.terms());
    }
  }

  private static OptionalDouble number(Optional<Double> value) {
    return value.map(OptionalDouble::of).orElse(OptionalDouble.empty());
  }
}
