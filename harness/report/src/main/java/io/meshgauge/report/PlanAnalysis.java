package io.meshgauge.report;

import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.LoadPoint;
import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Session;
import io.meshgauge.experiment.Slo;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.stage.Stage;
import io.meshgauge.measure.stage.StageResult;
import io.meshgauge.report.arm.Arm;
import io.meshgauge.report.arm.Promises;
import io.meshgauge.report.arm.ReportText;
import io.meshgauge.score.Contest;
import io.meshgauge.score.Criterion;
import io.meshgauge.score.ScoreInput;
import io.meshgauge.score.Scorecard;
import io.meshgauge.score.ScoringRules;
import io.meshgauge.stats.Comparison;
import io.meshgauge.stats.NoiseFloor;
import io.meshgauge.stats.Replicates;
import io.meshgauge.stats.SpendingBounds;
import io.meshgauge.text.Messages;
import io.meshgauge.topology.Topology;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Builds a {@link PlanReport}: arms, noise floors, comparisons, objectives, scores. */
final class PlanAnalysis {
  private final Session session;
  private final Plan plan;
  private final long seed;
  private final List<Arm> arms;
  private final Map<Metric, NoiseFloor> floors;
  private final double level;

  PlanAnalysis(Session session, Plan plan) {
    this.session = session;
    this.plan = plan;
    Experiment experiment = session.experiment();
    this.seed = experiment.seed();
    this.arms = experiment.arms().stream().map(this::arm).toList();
    this.floors = floors(arms);
    this.level = level(experiment);
  }

  PlanReport report(ScoringRules rules) {
    List<SloResult> slos = slos();
    List<ScoreInput> inputs = new ArrayList<>();
    for (Arm arm : arms) {
      if (!arm.variant().isControl()) {
        inputs.add(
            new ScoreInput(
                arm.name(), Promises.key(arm), arm.scored(), unscored(arm, slos, rules)));
      }
    }
    Contest contest = new Contest(plan.name(), inputs, Variant.BASELINE);
    Scorecard card = Scorecard.of(rules, contest, seed);
    Contrasts contrasts = contrasts(arms, floors);
    return new PlanReport(
        plan,
        seed,
        arms,
        contrasts.withBaseline(),
        contrasts.additions(),
        contrasts.pairs(),
        firstRuns(),
        floors,
        card,
        slos,
        new PlanReport.Parts(soaks(), stages()));
  }

  private Contrasts contrasts(List<Arm> of, Map<Metric, NoiseFloor> within) {
    // The points of a sweep have different loads: a difference between two is no property of an
    // arm.
    boolean comparable = !session.experiment().isSweep();
    return new Contrasts(
        of.stream().filter(arm -> comparable && !arm.valid().isEmpty()).toList(),
        within,
        level,
        topology());
  }

  /** Services that the plan's load reaches; none in archives without an application. */
  private Topology topology() {
    Experiment experiment = session.experiment();
    return plan.isStream() || !experiment.application().loads().isEmpty()
        ? experiment.topology(plan)
        : Topology.of(List.of(), List.of());
  }

  /** Of the tests: a session that results may end early has looked at them several times. */
  private static double level(Experiment experiment) {
    int replicates = experiment.protocol().replicates();
    return experiment
        .protocol()
        .precision()
        .filter(it -> replicates >= it.looks()[0] && replicates <= it.most())
        .map(it -> SpendingBounds.atEnd(Comparison.LEVEL, it.looks(), replicates))
        .orElse(Comparison.LEVEL);
  }

  private List<Contrast> firstRuns() {
    if (plan.isSoak() || arms.stream().allMatch(arm -> arm.count(Outcome.VOID) == 0)) {
      return List.of();
    }
    List<Arm> first = arms.stream().map(Arm::ofFirstRuns).toList();
    return contrasts(first, floors(first)).withBaseline();
  }

  /** Every stage of the load as a window of its own. */
  private List<PlanReport.OfStage> stages() {
    return arms.stream()
        .flatMap(arm -> arm.valid().stream())
        .flatMap(run -> run.results().stages().stream())
        .map(StageResult::stage)
        .distinct()
        .map(this::stage)
        .toList();
  }

  private PlanReport.OfStage stage(Stage stage) {
    List<Arm> within =
        arms.stream()
            .map(
                arm ->
                    new Arm(
                        arm.variant(),
                        plan,
                        arm.valid().stream().flatMap(run -> run.in(stage).stream()).toList()))
            .toList();
    return new PlanReport.OfStage(stage, within, contrasts(within, floors(within)).withBaseline());
  }

  private List<SoakReport> soaks() {
    return plan.isSoak()
        ? arms.stream()
            .flatMap(arm -> SoakReport.of(arm, session.experiment().slos()).stream())
            .toList()
        : List.of();
  }

  private Arm arm(Variant variant) {
    return new Arm(variant, plan, session.runs(variant.name(), plan.name()));
  }

  private static Optional<Arm> named(List<Arm> arms, String name) {
    return arms.stream().filter(arm -> arm.name().equals(name)).findFirst();
  }

  private Map<Metric, NoiseFloor> floors(List<Arm> of) {
    Map<Metric, NoiseFloor> found = new EnumMap<>(Metric.class);
    Optional<Arm> again = named(of, Variant.CONTROL);
    Optional<Arm> baseline = named(of, Variant.BASELINE);
    if (again.isEmpty() || baseline.isEmpty()) {
      return found;
    }
    for (Metric metric : Metric.values()) {
      Optional<Replicates> here = baseline.get().replicates(metric);
      Optional<Replicates> there = again.get().replicates(metric);
      if (here.isPresent() && there.isPresent()) {
        found.put(metric, NoiseFloor.of(metric, here.get(), there.get()));
      }
    }
    return found;
  }

  private List<SloResult> slos() {
    List<SloResult> results = new ArrayList<>();
    for (Arm arm : arms) {
      if (arm.variant().isControl()) {
        continue;
      }
      for (Slo slo : session.experiment().slos()) {
        if (plan.judges(slo.metric())) {
          results.add(SloResult.of(arm, slo));
        }
      }
    }
    return results;
  }

  private static Optional<String> unscored(Arm arm, List<SloResult> slos, ScoringRules rules) {
    if (LoadPoint.of(arm.variant()).isPresent()) {
      return Optional.of(Messages.get("report.unscored-point"));
    }
    if (arm.evidenceMark() == Arm.EvidenceMark.UNVERIFIED) {
      return Optional.of(Messages.get("report.unscored-unverified", unverifiedBecause(arm)));
    }
    if (arm.valid().isEmpty()) {
      return Optional.of(Messages.get("report.unscored-no-valid-run", arm.outcomes()));
    }
    Optional<String> foreign = SkippedGates.score(arm.plan(), rules);
    if (foreign.isPresent()) {
      return foreign;
    }
    Optional<Metric> beyond =
        rules.criteria().stream().map(Criterion::metric).filter(arm::beyondTheData).findFirst();
    if (beyond.isPresent()) {
      return Optional.of(Messages.get("report.unscored-too-few", beyond.get().brief()));
    }
    return slos.stream()
        .filter(slo -> slo.variant().equals(arm.name()))
        .filter(slo -> slo.state() == SloResult.State.BROKEN)
        .map(slo -> Messages.get("report.unscored-objective", slo.objective()))
        .findFirst();
  }

  /** The first thing that was not observed to hold, in words. */
  static String unverifiedBecause(Arm arm) {
    return Promises.of(arm).stream()
        .filter(Promises.Line::broken)
        .map(
            line ->
                Messages.get(
                    line.verdict() == Verdict.DISPROVEN
                        ? "report.broken-promise"
                        : "report.unverified-promise",
                    ReportText.of(line.promise()),
                    line.subject(),
                    line.worst().expected(),
                    line.worst().observed()))
        .findFirst()
        .orElseGet(
            () ->
                arm.count(Outcome.UNVERIFIED) > 0
                    ? firstReason(arm, Outcome.UNVERIFIED)
                    : Messages.get("report.unverified-no-observation"));
  }

  /** The reason of the first run with that outcome. */
  static String firstReason(Arm arm, Outcome outcome) {
    return arm.runs().stream()
        .filter(run -> run.outcome() == outcome)
        .map(Run::reasons)
        .flatMap(List::stream)
        .map(reason -> "%s (%s)".formatted(reason.summary(), reason.rule()))
        .findFirst()
        .orElseGet(() -> Messages.get("report.no-reason"));
  }
}
