package io.meshgauge.report.json;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.OptBoolean;
import io.meshgauge.experiment.Integrity;
import io.meshgauge.experiment.Session;
import io.meshgauge.measure.Metric;
import io.meshgauge.report.CriterionResult;
import io.meshgauge.report.Fairness;
import io.meshgauge.report.Finding;
import io.meshgauge.report.Report;
import io.meshgauge.report.SloResult;
import io.meshgauge.report.advice.Advice;
import io.meshgauge.report.published.SessionAndStudy;
import io.meshgauge.score.Criterion;
import io.meshgauge.score.EfficiencyIndex;
import io.meshgauge.score.Prices;
import io.meshgauge.score.ScoringRules;
import io.meshgauge.score.WeightSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** The JSON report: facts of the session, then its plans, then its runs. */
@JsonClassDescription(
    "One session of an experiment, as report.json has it. Times are seconds, memory is bytes,"
        + " ratios are from 0 to 1, unless a name says otherwise.")
record ReportJson(
    String format,
    @JsonPropertyDescription("Raised whenever a field changes its name or meaning.")
        int formatVersion,
    @JsonPropertyDescription("Version of the harness.") String version,
    ExperimentJson experiment,
    SessionVerdictJson verdict,
    List<CriterionResult> criteria,
    List<SloJson> slos,
    List<WarningJson> warnings,
    ScoringRules rules,
    List<PlanJson> plans,
    List<SettingJson> fairness,
    Map<String, String> environment,
    @JsonProperty(isRequired = OptBoolean.FALSE)
        @JsonPropertyDescription(
            "Result of comparing the files of the session with their checksums. Absent in older"
                + " reports.")
        Integrity archive,
    @JsonProperty(isRequired = OptBoolean.FALSE)
        @JsonPropertyDescription(
            "Differences that published studies have in common with the session. Absent in older"
                + " reports.")
        List<PublishedJson> published,
    @JsonProperty(isRequired = OptBoolean.FALSE)
        @JsonPropertyDescription(
            "Advice for each usage profile under each plan. Absent in older reports.")
        List<AdviceJson> advice,
    List<RunJson> runs) {
  static final String FORMAT = "meshgauge-report";

  /** Raised whenever a field changes its name or meaning. */
  static final int FORMAT_VERSION = 3;

  static ReportJson of(Report report) {
    Session session = report.session();
    return new ReportJson(
        FORMAT,
        FORMAT_VERSION,
        session.version(),
        ExperimentJson.of(session),
        new SessionVerdictJson(report.green(), report.headline(), report.findings()),
        report.criteria(),
        report.slos().stream().map(SloJson::of).toList(),
        WarningJson.of(report.warnings()),
        report.rules(),
        report.plans().stream().map(plan -> PlanJson.of(report, plan)).toList(),
        report.fairness().rows().stream().map(SettingJson::of).toList(),
        session.environment().facts(),
        session.integrity(),
        SessionAndStudy.all(report).stream().map(PublishedJson::of).toList(),
        Advice.all(report).stream().map(AdviceJson::of).toList(),
        session.runs().stream().map(RunJson::of).toList());
  }

  record SessionVerdictJson(boolean green, String headline, List<Finding> findings) {}

  record SloJson(
      String variant,
      String plan,
      Metric metric,
      double limit,
      OptionalDouble value,
      SloResult.State state,
      String words) {
    static SloJson of(SloResult result) {
      return new SloJson(
          result.variant(),
          result.plan(),
          result.slo().metric(),
          result.slo().limit(),
          result.value(),
          result.state(),
          result.words());
    }
  }

  record RulesJson(
      List<Criterion> criteria,
      List<WeightSet> weightSets,
      Optional<EfficiencyIndex> efficiency,
      @JsonPropertyDescription("Of a core-hour and a GiB-hour; absent where none are given.")
          Optional<Prices> prices) {}

  record CriterionJson(
      Metric metric,
      @JsonPropertyDescription("Value that earns 1 point.") double full,
      @JsonPropertyDescription("Value that earns 0 points.") double zero,
      @JsonProperty String formula) {}

  @JsonPropertyOrder({"name", "rescaled", "weights"})
  record WeightSetJson(String name, boolean rescaled, Map<Metric, Double> weights) {}

  record EfficiencyIndexJson(
      double alpha, double beta, double gamma, @JsonProperty String formula) {}

  record SettingJson(
      String setting,
      Fairness.Likeness likeness,
      @JsonPropertyDescription("By variant; a variant without the setting has no entry.")
          Map<String, String> values) {
    static SettingJson of(Fairness.Row row) {
      return new SettingJson(row.name(), row.likeness(), row.values());
    }
  }

  record ArchiveJson(
      @JsonPropertyDescription(
              "False when some files have no checksums, because an older version wrote them.")
          boolean checked,
      List<Integrity.Damage> damage) {}

  record DamageJson(
      String file,
      @JsonProperty("words") String problem,
      @JsonProperty("leftOut")
          @JsonPropertyDescription(
              "Folder of the run that was excluded because of the damage. Absent when none was.")
          Optional<String> run) {}
}
