package io.meshgauge.report.json;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.annotation.OptBoolean;
import io.meshgauge.experiment.Fidelity;
import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Plan;
import io.meshgauge.measure.LatencyHistogram.Point;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.Unit;
import io.meshgauge.measure.Warning;
import io.meshgauge.report.Contrast;
import io.meshgauge.report.Exclusions;
import io.meshgauge.report.Front;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.Report;
import io.meshgauge.report.arm.Arm;
import io.meshgauge.report.arm.Promises;
import io.meshgauge.report.arm.Recovery;
import io.meshgauge.report.cost.RequestPrice;
import io.meshgauge.score.Scorecard.Weight;
import io.meshgauge.stats.Comparison;
import io.meshgauge.stats.Difference;
import io.meshgauge.stats.EffectSize;
import io.meshgauge.stats.Interval;
import io.meshgauge.stats.NoiseFloor;
import io.meshgauge.stats.Summary;
import io.meshgauge.stats.Tests;
import io.meshgauge.stats.Verdict;
import io.meshgauge.stats.Welch;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** One plan: arms with summaries, noise floors, comparisons, scores. */
record PlanJson(
    String name,
    double windowSeconds,
    OptionalDouble rate,
    @JsonProperty(isRequired = OptBoolean.FALSE)
        @JsonPropertyDescription(
            "What is sent: requests at a rate, or a TCP stream as fast as it goes.")
        Plan.Kind kind,
    @JsonProperty(isRequired = OptBoolean.FALSE)
        @JsonPropertyDescription(
            "Objectives and scores that say nothing of this plan, one sentence each.")
        List<String> unjudged,
    Map<String, String> properties,
    List<ArmJson> arms,
    List<NoiseFloorJson> noiseFloors,
    @JsonPropertyDescription("Every variant against the baseline") List<ComparisonJson> comparisons,
    @JsonPropertyDescription("What is put on a mesh against the same mesh without it")
        List<ComparisonJson> additions,
    @JsonPropertyDescription("Every other pair of variants") List<ComparisonJson> pairs,
    @JsonProperty(isRequired = OptBoolean.FALSE)
        @JsonPropertyDescription(
            "Headline metrics of every variant against the baseline as if no void run had been left"
                + " out: the first run of each trial counts. Empty when no run was void")
        List<ComparisonJson> firstRunComparisons,
    @JsonProperty(isRequired = OptBoolean.FALSE)
        @JsonPropertyDescription(
            "Void runs by arm. p: exact Freeman-Halton test of void against arm over the first runs"
                + " of all trials; spread: highest less lowest share of void first runs; unlike: p"
                + " below 0.10 or a spread above 0.20")
        ExclusionsJson exclusions,
    @JsonProperty(isRequired = OptBoolean.FALSE)
        @JsonPropertyDescription("The soak of each variant, under the plan soak")
        List<SoakJson> soaks,
    @JsonProperty(isRequired = OptBoolean.FALSE)
        @JsonPropertyDescription("Known amounts that arms add to every request, and the difference")
        List<RecoveryJson> knownAmounts,
    @JsonProperty(isRequired = OptBoolean.FALSE)
        @JsonPropertyDescription(
            "What variants add to their reference, split by where it is spent: shares add up to the"
                + " whole")
        List<AttributionJson> attributions,
    @JsonProperty(isRequired = OptBoolean.FALSE)
        @JsonPropertyDescription(
            "Cost of a million requests at the prices of the rules; empty without prices")
        List<PriceJson> requestPrices,
    @JsonProperty(isRequired = OptBoolean.FALSE)
        @JsonPropertyDescription(
            "Stages of the load, each measured alone; empty where the load has one rate. Absent in"
                + " older reports")
        List<StageJson> stages,
    List<ScoreJson> scores,
    @JsonProperty(isRequired = OptBoolean.FALSE)
        @JsonPropertyDescription(
            "Added p99 and CPU of each variant, and which arm is better in both")
        List<FrontJson> front,
    @JsonProperty(isRequired = OptBoolean.FALSE)
        @JsonPropertyDescription(
            "Weights as declared; as used without criteria that give all variants the same points;"
                + " and as effective: share of the loss when all metrics worsen by a tenth")
        List<Weight> weights) {

  static PlanJson of(Report report, PlanReport plan) {
    return new PlanJson(
        plan.name(),
        plan.plan().duration().toMillis() / 1e3,
        plan.rate(),
        plan.plan().kind(),
        report.unjudged(plan),
        plan.plan().properties(),
        plan.arms().stream().map(arm -> ArmJson.of(plan, arm)).toList(),
        plan.noiseFloors().values().stream().map(NoiseFloorJson::of).toList(),
        comparisons(report, plan, plan.contrasts(), metric -> true),
        comparisons(report, plan, plan.additions(), metric -> true),
        comparisons(report, plan, plan.pairs(), metric -> true),
        comparisons(report, plan, plan.firstRuns(), plan.emphasis().headlines()::contains),
        ExclusionsJson.of(plan.exclusions()),
        plan.soaks().stream().map(SoakJson::of).toList(),
        plan.recoveries().stream().map(RecoveryJson::of).toList(),
        Stream.of(plan.contrasts(), plan.additions(), plan.pairs())
            .flatMap(List::stream)
            .flatMap(AttributionJson::of)
            .toList(),
        RequestPrice.of(plan).stream().map(PriceJson::of).toList(),
        plan.parts().stages().stream().map(StageJson::of).toList(),
        plan.card().rows().stream().map(ScoreJson::of).toList(),
        plan.front().stream().map(FrontJson::of).toList(),
        plan.card().weights());
  }

  private static List<ComparisonJson> comparisons(
      Report report, PlanReport plan, List<Contrast> contrasts, Predicate<Metric> wanted) {
    return contrasts.stream()
        .flatMap(
            contrast ->
                contrast.comparisons().stream()
                    .filter(found -> wanted.test(found.metric()))
                    .map(found -> ComparisonJson.of(contrast, found, report.own(plan, found))))
        .toList();
  }

  private static Fidelity fidelity(Arm arm) {
    return arm.isModel() ? Fidelity.MODEL : Fidelity.REAL;
  }

  record ArmJson(
      String variant,
      @JsonPropertyDescription(RunJson.FIDELITY) Fidelity fidelity,
      Arm.EvidenceMark evidence,
      OutcomesJson outcomes,
      @JsonPropertyDescription(
              "Centre and interval over valid runs, by metric; metrics without a value have no"
                  + " entry.")
          Map<Metric, SummaryJson> summaries,
      @JsonPropertyDescription(
              "Pairs of percentile (0 to 100) and response time in seconds, all valid runs merged.")
          List<Point> responsePercentiles) {
    static ArmJson of(PlanReport plan, Arm arm) {
      Map<Metric, SummaryJson> summaries = new EnumMap<>(Metric.class);
      for (Metric metric : Metric.values()) {
        plan.summary(arm, metric).ifPresent(found -> summaries.put(metric, SummaryJson.of(found)));
      }
      return new ArmJson(
          arm.name(),
          PlanJson.fidelity(arm),
          arm.evidenceMark(),
          OutcomesJson.of(arm),
          summaries,
          arm.response().curve());
    }
  }

  record OutcomesJson(long valid, long unverified, @JsonProperty("void") long voided, long failed) {
    static OutcomesJson of(Arm arm) {
      return new OutcomesJson(
          arm.count(Outcome.VALID),
          arm.count(Outcome.UNVERIFIED),
          arm.count(Outcome.VOID),
          arm.count(Outcome.FAILED));
    }
  }

  record SummaryJson(
      @Range(min = 1) int n,
      double median,
      @Range(max = 1)
          @JsonPropertyDescription(
              "How often such intervals hold the true median, exactly: 0.75 for the range of three"
                  + " runs. Absent with the interval for one run.")
          Optional<Double> level,
      Optional<Interval> interval,
      double mean,
      double standardDeviation,
      double low,
      double high) {
    static SummaryJson of(Summary summary) {
      return new SummaryJson(
          summary.n(),
          summary.median(),
          summary.interval().map(interval -> summary.level()),
          summary.interval(),
          summary.mean(),
          summary.standardDeviation(),
          summary.low(),
          summary.high());
    }
  }

  record NoiseFloorJson(
      Metric metric,
      @Range double absolute,
      OptionalDouble relative,
      @JsonPropertyDescription("baseline-again less baseline") double observed,
      Optional<Interval> interval,
      OptionalDouble p) {
    static NoiseFloorJson of(NoiseFloor floor) {
      Difference difference = floor.difference();
      return new NoiseFloorJson(
          floor.metric(),
          floor.absolute(),
          floor.relative(),
          difference.absolute(),
          difference.interval(),
          difference.p());
    }
  }

  record ComparisonJson(
      String variant,
      @JsonPropertyDescription("The arm that the variant is compared with") String reference,
      @JsonPropertyDescription(RunJson.FIDELITY) Fidelity fidelity,
      Metric metric,
      Unit unit,
      double referenceValue,
      double value,
      double difference,
      Optional<Interval> interval,
      OptionalDouble relative,
      Optional<Interval> relativeInterval,
      Optional<Double> noiseFloor,
      @JsonPropertyDescription("Printed as + - = ?") Verdict verdict,
      @JsonPropertyDescription("Student's test of the differences within blocks, after Holm")
          OptionalDouble pHolm,
      @JsonPropertyDescription(
              "Smallest true |ratio - 1| that such a session finds in 80 % of cases, uncorrected")
          OptionalDouble detectable,
      Optional<Double> welchP,
      OptionalDouble mannWhitneyP,
      Optional<Double> cohensD,
      Optional<Double> hedgesG,
      List<WarningJson> warnings) {
    static ComparisonJson of(Contrast contrast, Comparison found, List<Warning> warnings) {
      Difference difference = found.difference();
      Tests tests = found.tests();
      double mannWhitney = tests.mannWhitney().p();
      return new ComparisonJson(
          contrast.arm().name(),
          contrast.reference().name(),
          PlanJson.fidelity(contrast.arm()),
          found.metric(),
          found.metric().unit(),
          found.baseline().median(),
          found.variant().median(),
          difference.absolute(),
          difference.interval(),
          difference.relative(),
          difference.relativeInterval(),
          found.noiseFloor().map(NoiseFloor::absolute),
          found.verdict(),
          found.adjustedP(),
          found.detectable(),
          tests.welch().map(Welch::p),
          // Not a number where every replicate of both arms has the same value.
          Double.isFinite(mannWhitney) ? OptionalDouble.of(mannWhitney) : OptionalDouble.empty(),
          tests.effectSize().map(EffectSize::cohensD),
          tests.effectSize().map(EffectSize::hedgesG),
          WarningJson.of(warnings));
    }
  }

  record FrontJson(
      String variant,
      String promises,
      double p99,
      Optional<Interval> p99Interval,
      double cpu,
      Optional<Interval> cpuInterval,
      @JsonPropertyDescription(
              "An arm of equal promises that is better in one and not worse in both")
          Optional<String> beatenBy) {
    static FrontJson of(Front.Row row) {
      return new FrontJson(
          row.arm().name(),
          Promises.key(row.arm()),
          row.latency().absolute(),
          row.latency().interval(),
          row.cost().absolute(),
          row.cost().interval(),
          row.beatenBy());
    }
  }

  record PriceJson(
      String variant,
      @JsonPropertyDescription("Of a million requests, in the currency of the prices") double price,
      @JsonPropertyDescription("To the baseline; absent for the baseline") Optional<Double> added,
      Optional<Interval> interval) {
    static PriceJson of(RequestPrice found) {
      return new PriceJson(
          found.arm().name(),
          found.price(),
          found.added().map(Difference::absolute),
          found.added().flatMap(Difference::interval));
    }
  }

  record RecoveryJson(
      String variant,
      String reference,
      Metric metric,
      @JsonPropertyDescription("Per request, in the metric's unit") double added,
      double measured,
      Optional<Interval> interval,
      @JsonPropertyDescription("Whether the interval contains the added amount")
          Optional<Boolean> recovered) {
    static RecoveryJson of(Recovery found) {
      return new RecoveryJson(
          found.arm().name(),
          found.reference().name(),
          found.amount().metric(),
          found.added(),
          found.difference().absolute(),
          found.difference().interval(),
          found.recovered());
    }
  }

  record ExclusionsJson(
      @Range(max = 1) double p,
      @Range(max = 1) double spread,
      boolean unlike,
      List<ExclusionJson> arms) {
    static ExclusionsJson of(Exclusions found) {
      return new ExclusionsJson(
          found.p(),
          found.spread(),
          found.uneven(),
          found.arms().stream().map(ExclusionJson::of).toList());
    }
  }

  record ExclusionJson(
      String variant,
      int started,
      int first,
      int firstVoid,
      int repeated,
      @Range(min = 1) Map<String, Integer> voidByRule) {
    static ExclusionJson of(Exclusions.Row row) {
      return new ExclusionJson(
          row.arm().name(),
          row.started(),
          row.first(),
          row.firstVoid(),
          row.repeated(),
          row.voidByRule());
    }
  }
}
