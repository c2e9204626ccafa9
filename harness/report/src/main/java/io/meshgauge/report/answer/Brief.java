package io.meshgauge.report.answer;

import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Run;
import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.Unit;
import io.meshgauge.report.Contrast;
import io.meshgauge.report.CriterionResult;
import io.meshgauge.report.Finding;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.Report;
import io.meshgauge.report.arm.Arm;
import io.meshgauge.report.arm.Promises;
import io.meshgauge.stats.Comparison;
import io.meshgauge.stats.Interval;
import io.meshgauge.stats.NoiseFloor;
import io.meshgauge.stats.Verdict;
import io.meshgauge.text.Messages;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a report says to a reader who has a minute: a sentence for each arm, cause and gaps. */
public record Brief(Report report) {
  private static final String NONE = "-";
  private static final List<Metric> JUDGED =
      List.of(Metric.RESPONSE_P50, Metric.RESPONSE_P99, Metric.CPU_SYSTEM);

  private static final List<Metric> OF_CHANGES =
      List.of(Metric.START_TIME, Metric.CHANGE_ERRORS, Metric.LONGEST_GAP, Metric.RECOVERY);

  /**
   * What the session says of an arm.
   *
   * @param good whether the arm was compared, or is steady, and nothing was found against it
   */
  public record Line(boolean good, Finding finding, String sentence) {}

  /** A line for each arm and plan. */
  public List<Line> arms() {
    return report.findings().stream()
        .map(finding -> new Line(finding.good(), finding, sentence(finding)))
        .toList();
  }

  /** In words of a typical request, and of one in a hundred where enough of them were sent. */
  private String sentence(Finding finding) {
    Optional<PlanReport> plan =
        report.plans().stream().filter(it -> it.name().equals(finding.plan())).findFirst();
    Optional<Contrast> contrast = plan.flatMap(it -> it.contrast(finding.variant()));
    if (finding.tone() != Finding.Tone.COMPARED || contrast.isEmpty()) {
      return finding.headline();
    }
    if (plan.get().plan().isEnforcement() && changed(contrast.get().arm())) {
      return enforcement(contrast.get().arm());
    }
    if (plan.get().plan().isStart()) {
      return start(contrast.get());
    }
    if (plan.get().plan().isDisturbed()) {
      return changes(plan.get(), contrast.get().arm());
    }
    Optional<Comparison> typical = contrast.get().on(Metric.RESPONSE_P50);
    Optional<Comparison> slowest = contrast.get().on(Metric.RESPONSE_P99);
    if (typical.isPresent()
        && slowest.isEmpty()
        && typical.get().difference().interval().isPresent()) {
      return Messages.get(
          "report.brief-adds-typical",
          contrast.get().arm().label(),
          time(typical.get()),
          change(contrast.get(), Metric.CPU_SYSTEM),
          change(contrast.get(), Metric.MEMORY_SYSTEM),
          Promises.observed(contrast.get().arm()));
    }
    if (typical.isEmpty() || slowest.isEmpty()) {
      return finding.headline();
    }
    if (Stream.of(typical.get(), slowest.get())
        .anyMatch(it -> it.difference().interval().isEmpty())) {
      return Messages.get(
          "report.brief-guess",
          contrast.get().arm().label(),
          added(typical.get()),
          added(slowest.get()),
          Promises.observed(contrast.get().arm()));
    }
    return Messages.get(
        "report.brief-adds",
        contrast.get().arm().label(),
        time(typical.get()),
        time(slowest.get()),
        change(contrast.get(), Metric.CPU_SYSTEM),
        change(contrast.get(), Metric.MEMORY_SYSTEM),
        Promises.observed(contrast.get().arm()));
  }

  private static boolean changed(Arm arm) {
    return arm.valid().stream().anyMatch(run -> run.value(Metric.ENFORCED_WITHIN).isPresent());
  }

  /** When a changed policy is in force, and what the change costs requests. */
  private static String enforcement(Arm arm) {
    return Messages.get(
        "report.brief-enforcement",
        arm.label(),
        mean(arm, Metric.ENFORCED_WITHIN, Amounts::duration),
        mean(arm, Metric.CHANGE_ERRORS, Brief::count),
        Promises.observed(arm));
  }

  /** How long a new pod takes to its first answer, and how much longer than without a mesh. */
  private static String start(Contrast contrast) {
    Optional<Comparison> added = contrast.on(Metric.START_TIME);
    return Messages.get(
        "report.brief-start",
        contrast.arm().label(),
        mean(contrast.arm(), Metric.START_TIME, Amounts::duration),
        added.map(it -> it.difference().interval().isPresent() ? time(it) : added(it)).orElse(NONE),
        Promises.observed(contrast.arm()));
  }

  /** What the failure or replacement of a process costs, and the same without a mesh. */
  private static String changes(PlanReport plan, Arm arm) {
    String direct =
        plan.arms().stream()
            .filter(it -> it.variant().isBaseline())
            .findAny()
            .map(it -> mean(it, Metric.CHANGE_ERRORS, Brief::count))
            .orElse(NONE);
    String gap = mean(arm, Metric.LONGEST_GAP, Amounts::duration);
    boolean none =
        arm.valid().stream().flatMapToDouble(run -> run.value(Metric.CHANGE_ERRORS).stream()).sum()
            == 0;
    boolean rollout = plan.plan().isRollout();
    if (none) {
      return Messages.get(
          rollout ? "report.brief-rollout-none" : "report.brief-failover-none",
          arm.label(),
          direct,
          gap,
          Promises.observed(arm));
    }
    return Messages.get(
        rollout ? "report.brief-rollout" : "report.brief-failover",
        arm.label(),
        mean(arm, Metric.CHANGE_ERRORS, Brief::count),
        direct,
        mean(arm, Metric.RECOVERY, Amounts::duration),
        gap,
        Promises.observed(arm));
  }

  private static String mean(Arm arm, Metric metric, DoubleFunction<String> text) {
    OptionalDouble mean =
        arm.valid().stream().flatMapToDouble(run -> run.value(metric).stream()).average();
    return mean.isPresent() ? text.apply(mean.getAsDouble()) : NONE;
  }

  private static String count(double value) {
    return Amounts.text(Unit.COUNT, value);
  }

  private static String added(Comparison comparison) {
    return Amounts.difference(comparison.metric().unit(), comparison.difference().absolute());
  }

  /** How much longer requests take; an interval in words only where nothing is decided. */
  private static String time(Comparison comparison) {
    Unit unit = comparison.metric().unit();
    double added = comparison.difference().absolute();
    OptionalDouble change = comparison.difference().relative();
    return switch (comparison.verdict()) {
      case EQUIVALENT -> Messages.get("report.brief-alike");
      case UNDECIDED -> {
        Interval interval = comparison.difference().interval().orElseThrow();
        yield Messages.get(
            "report.brief-between",
            Amounts.range(
                Amounts.signed(unit, interval.low()), Amounts.difference(unit, interval.high())));
      }
      case HIGHER, LOWER ->
          Messages.get(
              added > 0 ? "report.brief-longer" : "report.brief-shorter",
              Amounts.text(unit, Math.abs(added)),
              change.isPresent() ? " (" + Amounts.change(change.getAsDouble()) + ")" : "");
    };
  }

  private static String change(Contrast contrast, Metric metric) {
    Optional<Comparison> found = contrast.on(metric);
    if (found.isEmpty() || found.get().difference().relative().isEmpty()) {
      return NONE;
    }
    return switch (found.get().verdict()) {
      case HIGHER, LOWER -> Amounts.change(found.get().difference().relative().getAsDouble());
      case EQUIVALENT -> Messages.get("report.brief-unchanged");
      case UNDECIDED -> Messages.get("report.brief-undecided");
    };
  }

  /** How sure that is, how it was observed, and what a model is, a sentence each. */
  public List<String> grounds() {
    List<String> grounds = new ArrayList<>();
    List<Arm> arms = report.plans().stream().flatMap(plan -> plan.arms().stream()).toList();
    List<Contrast> contrasts = contrasts().toList();
    boolean decided =
        !contrasts.isEmpty()
            && !onlyChanges()
            && contrasts.stream()
                .allMatch(
                    contrast ->
                        JUDGED.stream()
                            .allMatch(
                                metric ->
                                    contrast
                                        .on(metric)
                                        .filter(it -> it.verdict() != Verdict.UNDECIDED)
                                        .isPresent()));
    if (decided) {
      grounds.add(Messages.get("report.brief-decided"));
    }
    report.plans().stream()
        .filter(plan -> !plan.contrasts().isEmpty())
        .forEach(plan -> floor(plan.noiseFloors()).ifPresent(grounds::add));
    arms.stream()
        .flatMap(arm -> Promises.of(arm).stream())
        .filter(line -> line.promise() == Promise.ENCRYPTION && line.held())
        .map(line -> Messages.get("report.brief-observed", line.worst().source()))
        .findFirst()
        .ifPresent(grounds::add);
    if (arms.stream().anyMatch(Arm::isModel)) {
      grounds.add(Messages.get("report.brief-model"));
    }
    return grounds;
  }

  private static Optional<String> floor(Map<Metric, NoiseFloor> floors) {
    String each =
        JUDGED.stream()
            .flatMap(metric -> Optional.ofNullable(floors.get(metric)).stream())
            .filter(floor -> floor.difference().interval().isPresent())
            .map(
                floor ->
                    "%s %s"
                        .formatted(
                            floor.metric().brief(),
                            Amounts.text(floor.metric().unit(), floor.absolute())))
            .collect(Collectors.joining(", "));
    return each.isEmpty()
        ? Optional.empty()
        : Optional.of(Messages.get("report.brief-floor", each));
  }

  /** Differences from the baseline that the session does not decide; empty if there are none. */
  public Optional<String> open() {
    String open =
        (onlyChanges() ? OF_CHANGES : JUDGED)
            .stream()
                .flatMap(metric -> undecided(metric).stream())
                .collect(Collectors.joining("; "));
    return open.isEmpty() ? Optional.empty() : Optional.of(Messages.get("report.brief-open", open));
  }

  /** The metric with the arms whose difference is open in it; empty if there are none. */
  private Optional<String> undecided(Metric metric) {
    List<String> arms =
        contrasts()
            .filter(
                contrast ->
                    contrast.on(metric).filter(it -> it.verdict() == Verdict.UNDECIDED).isPresent())
            .map(contrast -> contrast.arm().name())
            .distinct()
            .toList();
    return arms.isEmpty()
        ? Optional.empty()
        : Optional.of("%s (%s)".formatted(metric.brief(), String.join(", ", arms)));
  }

  private boolean onlyChanges() {
    return report.plans().stream().allMatch(plan -> plan.plan().changes());
  }

  private Stream<Contrast> contrasts() {
    return report.plans().stream().flatMap(plan -> plan.contrasts().stream());
  }

  /**
   * Why the build fails; empty if it passes. An arm that broke a promise comes before runs that do
   * not count, and these before what follows from them.
   */
  public Optional<String> cause() {
    if (report.green()) {
      return Optional.empty();
    }
    return report.findings().stream()
        .filter(finding -> finding.tone() == Finding.Tone.UNVERIFIED)
        .map(Finding::headline)
        .findFirst()
        .or(this::excluded)
        .or(() -> report.broken().stream().findFirst().map(CriterionResult::sentence));
  }

  /** How many runs do not count, and the rule that most of them broke. */
  private Optional<String> excluded() {
    List<Run> all = report.session().runs();
    List<Run> excluded =
        all.stream().filter(run -> !run.valid() && !run.reasons().isEmpty()).toList();
    SortedMap<String, List<Run>> byRule =
        excluded.stream()
            .collect(
                Collectors.groupingBy(
                    run -> run.reasons().get(0).rule(), TreeMap::new, Collectors.toList()));
    return byRule.entrySet().stream()
        .max(Comparator.comparingInt(entry -> entry.getValue().size()))
        .map(
            most ->
                Messages.get(
                        "report.brief-excluded",
                        excluded.size(),
                        all.size(),
                        most.getValue().size(),
                        most.getValue().get(0).reasons().get(0).summary())
                    + nextStep(most.getKey()));
  }

  private static String nextStep(String rule) {
    return Messages.area("report").containsKey("brief-next-" + rule)
        ? " " + Messages.get("report.brief-next-" + rule)
        : "";
  }
}
