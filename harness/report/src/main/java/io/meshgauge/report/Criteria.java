package io.meshgauge.report;

import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Session;
import io.meshgauge.report.Arm.EvidenceMark;
import java.util.ArrayList;
import java.util.List;

/** Criteria of the build: gates first, then objectives, for each variant and plan. */
final class Criteria {
  private static final String VALID_RUNS = "valid runs";
  private static final String EVIDENCE = "evidence";

  private Criteria() {}

  static List<CriterionResult> of(Session session, List<PlanReport> plans) {
    // Only the folder's name shows that a run with damaged files was executed.
    String gone = session.integrity().lostRuns() == 0 ? "" : ", or is left out as damaged";
    int replicates =
        session.experiment().isSweep() ? 1 : session.experiment().protocol().replicates();
    List<CriterionResult> results = new ArrayList<>();
    for (PlanReport plan : plans) {
      for (Arm arm : plan.arms()) {
        results.add(validRuns(arm, replicates, gone));
        results.add(evidence(arm));
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

  private static CriterionResult validRuns(Arm arm, int replicates, String gone) {
    long missing =
        replicates - arm.runs().stream().map(run -> run.trial().replicate()).distinct().count();
    // A void run that was repeated is listed, and closes no gate: its number was never wanted.
    boolean passed = arm.count(Outcome.VALID) + arm.count(Outcome.UNVERIFIED) >= replicates;
    StringBuilder words = new StringBuilder("Runs: " + arm.outcomes());
    words.append(", expected ").append(replicates).append(" measured");
    if (missing > 0) {
      words
          .append("; ")
          .append(ReportText.count(missing, "planned run"))
          .append(" never ran")
          .append(gone);
    }
    for (Outcome outcome : List.of(Outcome.FAILED, Outcome.VOID)) {
      if (arm.count(outcome) > 0) {
        words.append("; ").append(ReportText.of(outcome)).append(": ");
        words.append(PlanAnalysis.firstReason(arm, outcome));
      }
    }
    return new CriterionResult(
        arm.name(), arm.plan().name(), VALID_RUNS, passed, words.append('.').toString());
  }

  private static CriterionResult evidence(Arm arm) {
    boolean passed = arm.evidenceMark() == EvidenceMark.OBSERVED;
    String words =
        switch (arm.evidenceMark()) {
          case OBSERVED -> "Every promise was observed to hold in every run.";
          case NONE ->
              "Nothing was observed, as no run came so far; expected a proof of every promise.";
          case UNVERIFIED ->
              "Unverified: %s. See the evidence in the run's archive folder."
                  .formatted(PlanAnalysis.unverifiedBecause(arm));
        };
    return new CriterionResult(arm.name(), arm.plan().name(), EVIDENCE, passed, words);
  }
}
