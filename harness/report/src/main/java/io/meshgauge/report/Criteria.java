package io.meshgauge.report;

import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Session;
import io.meshgauge.report.arm.Arm;
import io.meshgauge.report.arm.Arm.EvidenceMark;
import io.meshgauge.report.arm.Promises;
import io.meshgauge.report.arm.ReportText;
import io.meshgauge.text.Messages;
import java.util.ArrayList;
import java.util.List;

/** Criteria of the build: gates first, then objectives, for each variant and plan. */
final class Criteria {
  private static final String VALID_RUNS = "valid runs";
  private static final String EVIDENCE = "evidence";

  private Criteria() {}

  static List<CriterionResult> of(Session session, List<PlanReport> plans) {
    // Only the folder's name shows that a run with damaged files was executed.
    boolean damaged = session.integrity().lostRuns() > 0;
    int replicates =
        session.experiment().isSweep() ? 1 : session.experiment().protocol().replicates();
    List<CriterionResult> results = new ArrayList<>();
    for (PlanReport plan : plans) {
      for (Arm arm : plan.arms()) {
        results.add(validRuns(arm, replicates, damaged));
        results.add(evidence(arm));
        if (session.experiment().isProof()) {
          results.addAll(promises(arm));
        }
        plan.soak(arm.name()).map(SoakReport::criterion).ifPresent(results::add);
        plan.soak(arm.name()).flatMap(SoakReport::recovery).ifPresent(results::add);
        plan.slos().stream()
            .filter(slo -> slo.variant().equals(arm.name()))
            .map(SloResult::asCriterion)
            .forEach(results::add);
      }
    }
    return List.copyOf(results);
  }

  private static CriterionResult validRuns(Arm arm, int replicates, boolean damaged) {
    long missing =
        replicates - arm.runs().stream().map(run -> run.trial().replicate()).distinct().count();
    // A void run that was repeated is listed, and closes no gate: its number was never wanted.
    boolean passed = arm.count(Outcome.VALID) + arm.count(Outcome.UNVERIFIED) >= replicates;
    List<String> words = new ArrayList<>();
    words.add(Messages.get("report.criterion-runs", arm.outcomes(), replicates));
    if (missing > 0) {
      String planned = ReportText.count(missing, "planned run");
      words.add(
          damaged
              ? Messages.get("report.criterion-never-ran-or-damaged", planned)
              : Messages.get("report.criterion-never-ran", planned));
    }
    for (Outcome outcome : List.of(Outcome.FAILED, Outcome.VOID)) {
      if (arm.count(outcome) > 0) {
        words.add(ReportText.of(outcome) + ": " + PlanAnalysis.firstReason(arm, outcome));
      }
    }
    return new CriterionResult(
        arm.name(), arm.plan().name(), VALID_RUNS, passed, String.join("; ", words) + ".");
  }

  private static CriterionResult evidence(Arm arm) {
    boolean passed = arm.evidenceMark() == EvidenceMark.OBSERVED;
    String words =
        switch (arm.evidenceMark()) {
          case OBSERVED -> observed(arm);
          case NONE -> Messages.get("report.criterion-nothing-observed");
          case UNVERIFIED ->
              Messages.get("report.criterion-unverified", PlanAnalysis.unverifiedBecause(arm));
        };
    return new CriterionResult(arm.name(), arm.plan().name(), EVIDENCE, passed, words);
  }

  /** Each promise of an arm on its own, for a build server. */
  private static List<CriterionResult> promises(Arm arm) {
    List<Promises.Line> lines = Promises.of(arm);
    List<CriterionResult> results = new ArrayList<>();
    for (Promises.Count count : Promises.counts(lines)) {
      List<String> broken =
          lines.stream()
              .filter(line -> line.promise() == count.promise() && line.broken())
              .map(
                  line ->
                      Messages.get(
                          "report.criterion-promise-broken",
                          line.subject(),
                          line.worst().expected(),
                          line.worst().observed()))
              .toList();
      results.add(
          new CriterionResult(
              arm.name(),
              arm.plan().name(),
              ReportText.key(count.promise()),
              broken.isEmpty(),
              broken.isEmpty() ? count.words() + "." : String.join("; ", broken) + "."));
    }
    return results;
  }

  private static String observed(Arm arm) {
    List<String> unbounded =
        Promises.of(arm).stream()
            .filter(line -> line.verdict() == Verdict.UNBOUNDED)
            .map(line -> ReportText.of(line.promise()) + ": " + line.subject())
            .toList();
    return unbounded.isEmpty()
        ? Messages.get("report.criterion-observed")
        : Messages.get("report.criterion-unbounded", String.join("; ", unbounded));
  }
}
