package io.meshgauge.report;

import io.meshgauge.experiment.Calibration;
import io.meshgauge.experiment.Environment;
import io.meshgauge.experiment.Integrity;
import io.meshgauge.experiment.LagLimit;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Session;
import io.meshgauge.experiment.TrafficSetting;
import io.meshgauge.measure.CapacityResult;
import io.meshgauge.measure.CapacityResult.AtShare;
import io.meshgauge.measure.LabelResult;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.Quantile;
import io.meshgauge.measure.Warning;
import io.meshgauge.report.arm.Arm;
import io.meshgauge.report.arm.Failures;
import io.meshgauge.report.arm.MachineShare;
import io.meshgauge.report.arm.ReportText;
import io.meshgauge.report.arm.RetryAmplification;
import io.meshgauge.report.arm.SharedUses;
import io.meshgauge.report.limit.LimitCost;
import io.meshgauge.report.node.LoadNodes;
import io.meshgauge.stats.Comparison;
import io.meshgauge.stats.Summary;
import io.meshgauge.text.Messages;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What the reader must know before trusting the report: the warnings of all its parts, folded. */
final class ReportWarnings {
  /** Share of the lowest median from which the floor of the load generator is reported. */
  private static final double REPORTED_FLOOR_SHARE = 0.1;

  private ReportWarnings() {}

  static List<Warning> of(Session session, List<PlanReport> plans, Fairness fairness) {
    List<Warning> found = new ArrayList<>();
    ofCalibration(session).ifPresent(found::add);
    found.addAll(ofSession(session));
    List<Fairness.Row> unlike =
        fairness.undeclared().stream().filter(row -> misleads(row, plans)).toList();
    if (!unlike.isEmpty()) {
      String names = ReportText.list(unlike.stream().map(Fairness.Row::name).toList());
      found.add(
          new Warning(
              Messages.get("report.subject-fairness"),
              Messages.get("report.warning-fairness", names)));
    }
    if (!session.experiment().isProof()) {
      found.addAll(LoadNodes.warnings(session));
    }
    for (PlanReport plan : plans) {
      plan.plan()
          .caveat()
          .ifPresent(
              words -> found.add(new Warning(Messages.get("report.plan", plan.name()), words)));
      unsent(plan).ifPresent(found::add);
      plan.arms().forEach(arm -> Failures.warning(arm).ifPresent(found::add));
      if (session.experiment().isProof()) {
        continue;
      }
      found.addAll(general(plan));
      plan.arms().forEach(arm -> found.addAll(ofCapacity(arm)));
      plan.arms().forEach(arm -> Failures.blocked(arm).ifPresent(found::add));
      beyondTheData(plan).ifPresent(found::add);
      plan.recoveries().forEach(it -> it.warning().ifPresent(found::add));
      plan.arms().forEach(arm -> found.addAll(SharedUses.warnings(arm)));
      found.addAll(Steadiness.warnings(plan, session.experiment().protocol()));
      session.calibration().flatMap(floor -> ofInstrument(floor, plan)).ifPresent(found::add);
      session.lagLimits().stream()
          .filter(limit -> limit.raised() && limit.plan().equals(plan.name()))
          .map(limit -> ofAcceptedLag(limit, plan))
          .forEach(found::add);
      plan.arms().forEach(arm -> MachineShare.warning(arm).ifPresent(found::add));
      plan.arms().forEach(arm -> found.addAll(ofThrottling(arm)));
      Exclusions exclusions = plan.exclusions();
      if (exclusions.uneven()) {
        found.add(exclusions.warning());
      }
      if (plan.scored()) {
        plan.card().warnings().forEach(warning -> addOnce(found, warning));
      }
    }
    return List.copyOf(found);
  }

  /**
   * Whether a difference between arms may mislead. Retry settings do not if every service received
   * as many requests as its callers sent: then there were no retries to speak of.
   */
  private static boolean misleads(Fairness.Row row, List<PlanReport> plans) {
    List<RetryAmplification> counted =
        plans.stream()
            .flatMap(plan -> plan.arms().stream())
            .flatMap(arm -> RetryAmplification.of(arm).stream())
            .toList();
    return !row.name().equals(TrafficSetting.RETRIES.line())
        || counted.isEmpty()
        || counted.stream().anyMatch(RetryAmplification::notable);
  }

  /**
   * Warning about a calibration above the limit of the runs. Such a session is now refused before
   * its first trial; older archives contain them.
   */
  private static Optional<Warning> ofCalibration(Session session) {
    double lag = session.calibration().map(Calibration::sendLagP99).orElse(0.0);
    return session.lagLimits().stream()
        .filter(limit -> lag > limit.seconds())
        .min(Comparator.comparingDouble(LagLimit::seconds))
        .map(
            limit ->
                new Warning(
                    Messages.get("report.subject-calibration"),
                    Messages.get(
                        "report.warning-calibration",
                        lag * 1e3,
                        limit.seconds() * 1e3,
                        limit.plan())));
  }

  /** Warning that ratios are too small, because the load generator's own time is a large part. */
  private static Optional<Warning> ofInstrument(Calibration floor, PlanReport plan) {
    return plan.arms().stream()
        .flatMap(arm -> plan.summary(arm, Metric.RESPONSE_P50).stream())
        .map(Summary::median)
        .min(Comparator.naturalOrder())
        .filter(fastest -> floor.responseP50() > REPORTED_FLOOR_SHARE * fastest)
        .map(
            fastest ->
                new Warning(
                    Messages.get("report.subject-instrument"),
                    Messages.get(
                        "report.warning-instrument",
                        plan.name(),
                        floor.responseP50() * 1e3,
                        floor.responseP50() / fastest * 100,
                        fastest * 1e3)));
  }

  /** Warnings that processes waited for CPU at their limits, which is part of the tail. */
  private static List<Warning> ofThrottling(Arm arm) {
    return LimitCost.of(arm.variant(), arm.valid()).stream()
        .filter(LimitCost::notable)
        .map(
            cost ->
                new Warning(
                    Messages.get("report.subject-limits"),
                    Messages.get(
                        "report.warning-throttled",
                        arm.label(),
                        arm.plan().name(),
                        cost.throttled().orElse(0) * 100,
                        cost.part().title(),
                        cost.limit().words())))
        .toList();
  }

  /** Warning about a limit that the experiment has raised, with the lag that the arms had. */
  private static Warning ofAcceptedLag(LagLimit limit, PlanReport plan) {
    String lags =
        plan.arms().stream()
            .flatMap(
                arm ->
                    arm.loads().stream()
                        .map(load -> load.sendLag().seconds(99))
                        .max(Comparator.naturalOrder())
                        .map(lag -> String.format(Locale.ROOT, "%s %.3f ms", arm.name(), lag * 1e3))
                        .stream())
            .collect(Collectors.joining(", "));
    return new Warning(
        LagLimit.RULE,
        Messages.get(
            "report.warning-accepted-lag",
            plan.name(),
            limit.seconds() * 1e3,
            100 * limit.seconds() / limit.medianSeconds(),
            limit.arm(),
            limit.medianSeconds() * 1e3,
            lags));
  }

  /** Warning about headline percentiles that are not reported for lack of requests. */
  private static Optional<Warning> beyondTheData(PlanReport plan) {
    List<Metric> left =
        plan.emphasis().headlines().stream()
            .filter(metric -> plan.arms().stream().anyMatch(arm -> arm.beyondTheData(metric)))
            .toList();
    return left.stream()
        .map(Quantile::of)
        .flatMap(Optional::stream)
        .map(Quantile::needed)
        .max(Comparator.naturalOrder())
        .map(
            needed ->
                new Warning(
                    Messages.get("report.subject-percentiles"),
                    Messages.get(
                        "report.warning-percentiles",
                        plan.name(),
                        ReportText.list(left.stream().map(Metric::brief).toList()),
                        needed)));
  }

  /** Latencies at a share of the capacity that are not reported, with the reason. */
  private static List<Warning> ofCapacity(Arm arm) {
    List<Warning> found = new ArrayList<>();
    for (Run run : arm.valid()) {
      for (AtShare window : run.searchedCapacity().map(CapacityResult::windows).orElse(List.of())) {
        window
            .broken()
            .forEach(
                words ->
                    found.add(
                        new Warning(
                            run.trial().folder(),
                            Messages.get("report.warning-capacity", window.share() * 100, words))));
      }
    }
    return found;
  }

  private static List<Warning> ofSession(Session session) {
    List<Warning> found = new ArrayList<>(ofArchive(session.integrity()));
    int missing = session.neverRan();
    if (missing > 0) {
      found.add(
          new Warning(
              Messages.get("report.subject-session"),
              Messages.get("report.warning-ended-early", missing, session.planned())));
    }
    Optional.ofNullable(session.environment().facts().get(Environment.NETWORK))
        .ifPresent(
            network ->
                found.add(
                    new Warning(
                        Environment.NETWORK, Messages.get("report.warning-network", network))));
    Set<String> differences = new LinkedHashSet<>();
    for (Run run : session.runs()) {
      differences.addAll(session.environment().differencesFrom(run.environment()));
    }
    if (!differences.isEmpty()) {
      found.add(
          new Warning(
              Messages.get("report.subject-environment"),
              Messages.get("report.warning-environment", String.join("; ", differences))));
    }
    long mixed =
        session.runs().stream()
            .flatMap(run -> run.measuredLoad().stream())
            .filter(load -> load.worker().blocked() == null)
            .count();
    if (mixed > 0) {
      found.add(new Warning(LagLimit.RULE, Messages.get("report.warning-mixed-lag", mixed)));
    }
    session.lagLimits().stream()
        .filter(limit -> !limit.pilot())
        .forEach(
            limit ->
                found.add(
                    new Warning(
                        LagLimit.RULE,
                        Messages.get("report.warning-newer-rule", limit.describe()))));
    return found;
  }

  /** Samplers of a user's plan that sent nothing in any run. */
  private static Optional<Warning> unsent(PlanReport plan) {
    Set<String> sent =
        plan.arms().stream()
            .flatMap(arm -> arm.runs().stream())
            .flatMap(run -> run.measuredLoad().stream())
            .flatMap(load -> load.labels().stream())
            .map(LabelResult::label)
            .collect(Collectors.toSet());
    List<String> unsent = plan.plan().own().map(own -> own.unsent(sent)).orElse(List.of());
    return unsent.isEmpty() || sent.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Warning(
                Messages.get("report.plan", plan.name()),
                Messages.get("report.warning-unsent", String.join(", ", unsent))));
  }

  private static List<Warning> ofArchive(Integrity integrity) {
    List<Warning> found = new ArrayList<>();
    for (Integrity.Damage damage : integrity.damage()) {
      String file = damage.file();
      String problem = damage.problem();
      found.add(
          new Warning(
              Messages.get("report.subject-archive"),
              damage
                  .run()
                  .map(run -> Messages.get("report.warning-damaged-run", file, problem, run))
                  .orElseGet(() -> Messages.get("report.warning-damaged", file, problem))));
    }
    if (!integrity.checked()) {
      found.add(
          new Warning(
              Messages.get("report.subject-archive"), Messages.get("report.warning-unchecked")));
    }
    return found;
  }

  /** Warnings shared by half of a plan's comparisons, printed once; others stay in their row. */
  static List<Warning> general(PlanReport plan) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    int comparisons = 0;
    for (Contrast contrast : plan.contrasts()) {
      for (Comparison comparison : contrast.comparisons()) {
        comparisons++;
        comparison.warnings().forEach(warning -> counts.merge(warning.text(), 1, Integer::sum));
      }
    }
    List<Warning> general = new ArrayList<>();
    for (Map.Entry<String, Integer> entry : counts.entrySet()) {
      if (entry.getValue() * 2 >= comparisons) {
        general.add(new Warning(Messages.get("report.plan", plan.name()), entry.getKey()));
      }
    }
    return general;
  }

  private static void addOnce(List<Warning> found, Warning warning) {
    if (found.stream().noneMatch(other -> other.text().equals(warning.text()))) {
      found.add(warning);
    }
  }
}
