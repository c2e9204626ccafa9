package io.meshgauge.report;

import io.meshgauge.experiment.Session;
import io.meshgauge.measure.Warning;
import io.meshgauge.report.arm.MachineShare;
import io.meshgauge.report.arm.ReportText;
import io.meshgauge.score.ScoringRules;
import io.meshgauge.score.UsageProfile;
import io.meshgauge.stats.Comparison;
import io.meshgauge.study.PublishedStudies;
import io.meshgauge.text.Messages;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The complete report of a session under given scoring rules.
 *
 * <p>A pure function of session, rules and studies: the same archive, rules and studies give the
 * same report, years later too. The seed of the experiment determines all random numbers of the
 * statistics.
 *
 * @param session the measured session
 * @param rules scoring rules
 * @param plans one part per plan, in the experiment's order
 * @param findings the verdict, in sentences
 * @param criteria the test cases of the build
 * @param warnings warnings about the whole session
 * @param studies that its results are set next to
 * @param profiles kinds of use that it advises
 */
public record Report(
    Session session,
    ScoringRules rules,
    List<PlanReport> plans,
    List<Finding> findings,
    List<CriterionResult> criteria,
    List<Warning> warnings,
    PublishedStudies studies,
    List<UsageProfile> profiles) {

  public Report {
    plans = List.copyOf(plans);
    findings = List.copyOf(findings);
    criteria = List.copyOf(criteria);
    warnings = List.copyOf(warnings);
    profiles = List.copyOf(profiles);
  }

  /** The report of a session under the given rules, without studies and advice. */
  public static Report of(Session archived, ScoringRules rules) {
    return of(archived, rules, PublishedStudies.NONE, List.of());
  }

  /** The report of a session under the given rules, next to studies, with advice for profiles. */
  public static Report of(
      Session archived, ScoringRules rules, PublishedStudies studies, List<UsageProfile> profiles) {
    Session session = archived.judgedAlike();
    List<PlanReport> plans =
        session.experiment().plans().stream()
            .map(plan -> new PlanAnalysis(session, plan).report(rules))
            .toList();
    boolean proof = session.experiment().isProof();
    return new Report(
        session,
        rules,
        plans,
        session.experiment().isSweep()
            ? List.of()
            : plans.stream().flatMap(plan -> new Findings(plan).all(proof).stream()).toList(),
        Criteria.of(session, plans),
        ReportWarnings.of(session, plans, Fairness.of(session)),
        proof ? PublishedStudies.NONE : studies,
        proof ? List.of() : profiles);
  }

  /** Settings of all arms. */
  public Fairness fairness() {
    return Fairness.of(session);
  }

  /**
   * The same report with further conclusions, criteria and warnings, such as those of a comparison
   * with earlier sessions.
   */
  public Report with(
      List<Finding> further, List<CriterionResult> alsoJudged, List<Warning> alsoWarned) {
    return new Report(
        session,
        rules,
        plans,
        Stream.concat(findings.stream(), further.stream()).toList(),
        Stream.concat(criteria.stream(), alsoJudged.stream()).toList(),
        Stream.concat(warnings.stream(), alsoWarned.stream()).toList(),
        studies,
        profiles);
  }

  /** First sentence of the report if other work ran during the session; else empty. */
  public Optional<String> otherWork() {
    return session.experiment().isProof() ? Optional.empty() : MachineShare.otherWork(session);
  }

  /** The objectives of all plans. */
  public List<SloResult> slos() {
    return plans.stream().flatMap(plan -> plan.slos().stream()).toList();
  }

  /** What is not judged under a plan, one sentence each; empty when everything is. */
  public List<String> unjudged(PlanReport plan) {
    return SkippedGates.words(session.experiment(), plan.plan(), rules);
  }

  /** Why objectives are not judged under a plan, by the names of their criteria. */
  public Map<String, String> skipped(PlanReport plan) {
    return SkippedGates.objectives(session.experiment(), plan.plan());
  }

  /** Whether every criterion is met, so that the build is green. */
  public boolean green() {
    return criteria.stream().allMatch(CriterionResult::passed);
  }

  /** The criteria that are not met. */
  public List<CriterionResult> broken() {
    return criteria.stream().filter(criterion -> !criterion.passed()).toList();
  }

  /** The verdict of the build in one sentence: how many criteria are met. */
  public String headline() {
    int all = criteria.size();
    int broken = broken().size();
    return broken == 0
        ? Messages.get("report.headline-met", ReportText.criteria(all))
        : Messages.get(
            "report.headline-not-met", broken, Messages.count(all, "report.of-criterion"));
  }

  /** The warnings of one comparison that are not already said about the whole plan. */
  public List<Warning> own(PlanReport plan, Comparison comparison) {
    List<String> general = ReportWarnings.general(plan).stream().map(Warning::text).toList();
    return comparison.warnings().stream()
        .filter(warning -> !general.contains(warning.text()))
        .toList();
  }
}
