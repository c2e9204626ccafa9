package io.meshgauge.report.table;

import static io.meshgauge.experiment.change.EnforcementSettings.ALLOW;
import static io.meshgauge.experiment.change.EnforcementSettings.DENY;

import io.meshgauge.experiment.change.Change;
import io.meshgauge.experiment.change.ChangeEffect;
import io.meshgauge.experiment.change.RolloutSettings;
import io.meshgauge.experiment.change.StartStep;
import io.meshgauge.experiment.change.Transition;
import io.meshgauge.experiment.change.Transition.Connections;
import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.Unit;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.arm.Arm;
import io.meshgauge.stats.Proportion;
import io.meshgauge.text.Messages;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Tables of changes in measured windows. */
public final class ChangeTables {
  private static final double CONFIDENCE = 0.95;
  private static final Set<String> SCALING =
      Set.of(RolloutSettings.SCALE_IN, RolloutSettings.SCALE_OUT);

  private ChangeTables() {}

  /** What the changes of each arm cost the requests; empty where nothing was changed. */
  public static Table effects(PlanReport plan) {
    Columns<Row> columns =
        new Columns<Row>()
            .cell("table.variant", Row::name)
            .number("table.changes", row -> Integer.toString(row.effects().size()))
            .detail()
            .number(
                "table.failed-requests",
                row -> Messages.get("report.part", row.failed().hits(), row.failed().trials()))
            .value("table.share-95", ChangeTables::share)
            .value(
                "table.failed-per-change",
                row -> row.spread(ChangeEffect::failed, it -> Amounts.number(Unit.COUNT, it)))
            .value("table.longest-gap", row -> row.seconds(ChangeEffect::longestGapSeconds));
    if (plan.plan().timesRequests()) {
      columns.value("table.worst-p99", row -> row.seconds(ChangeEffect::worstSecondSeconds));
    }
    return columns
        .value("table.recovery", row -> row.seconds(ChangeEffect::recoverySeconds))
        .table(
            Messages.get("table.change-effects"),
            Messages.get("table.change-effects-note"),
            plan.arms().stream().flatMap(ChangeTables::rows).toList());
  }

  private static Stream<Row> rows(Arm arm) {
    return effectsByKind(arm).values().stream().map(effects -> new Row(arm, effects));
  }

  /** All of them: when something was changed, and what that cost. */
  public static List<Table> all(PlanReport plan) {
    return List.of(transitions(plan), starts(plan), effects(plan));
  }

  /** How long the pods of each arm took to start, step by step; empty where none was started. */
  public static Table starts(PlanReport plan) {
    List<Start> rows =
        plan.arms().stream().map(Start::of).filter(row -> !row.pods().isEmpty()).toList();
    Columns<Start> columns =
        Columns.ofArms(Start::arm)
            .number("table.pods", row -> Integer.toString(row.pods().size()))
            .detail();
    for (StartStep step : StartStep.values()) {
      if (rows.stream().anyMatch(row -> row.times(step).length > 0)) {
        columns.value(Cell.of(step.title()), row -> row.time(step));
      }
    }
    return columns.table(Messages.get("table.starts"), Messages.get("table.starts-note"), rows);
  }

  /** When the proxies of each arm applied a changed rule; empty where no rule was changed. */
  public static Table transitions(PlanReport plan) {
    return Columns.ofArms(Rule::arm)
        .text("table.rule", row -> Messages.get("table.rule-" + row.kind()))
        .number("table.changes", row -> Integer.toString(row.changes().size()))
        .detail()
        .value("table.first-answer", row -> Cell.of(row.first()))
        .value("table.new-connections", row -> row.within(Connections.NEW))
        .value("table.kept-connections", row -> row.within(Connections.KEPT))
        .known("table.slowest-proxy", Rule::slowest)
        .number("table.wrong-answers", row -> Long.toString(row.wrong()))
        .number("table.not-in-force", row -> Long.toString(row.late()))
        .mark(row -> row.late() > 0)
        .table(
            Messages.get("table.transitions"),
            Messages.get("table.transitions-note"),
            plan.arms().stream()
                .flatMap(arm -> Stream.of(DENY, ALLOW).map(kind -> Rule.of(arm, kind)))
                .filter(row -> !row.changes().isEmpty())
                .toList());
  }

  /** The changes by which a denial was added to the policy of an arm. */
  public static List<Change> denials(Arm arm) {
    return Rule.of(arm, DENY).changes();
  }

  /** The effects of all changes in the valid runs of an arm. */
  public static List<ChangeEffect> effects(Arm arm) {
    return arm.valid().stream().flatMap(run -> run.results().changes().stream()).toList();
  }

  /**
   * The same by what they are called: by the arm or, since to scale in and to scale out cost unlike
   * amounts, by the arm and one of these.
   */
  public static Map<String, List<ChangeEffect>> effectsByKind(Arm arm) {
    return effects(arm).stream()
        .collect(
            Collectors.groupingBy(
                it -> label(arm, it.change().kind()), LinkedHashMap::new, Collectors.toList()));
  }

  private static String label(Arm arm, String kind) {
    return SCALING.contains(kind) ? arm.label() + ", " + kind : arm.label();
  }

  private static Cell share(Row row) {
    Proportion failed = row.failed();
    DoubleFunction<String> percent = it -> Amounts.number(Unit.RATIO, it);
    return Cell.of(percent.apply(failed.value()))
        .within(Optional.of(failed.interval(CONFIDENCE)), percent);
  }

  /** The changes of an arm to one rule. */
  private record Rule(Arm arm, String kind, List<Change> changes) {
    static Rule of(Arm arm, String kind) {
      return new Rule(
          arm,
          kind,
          effects(arm).stream()
              .map(ChangeEffect::change)
              .filter(it -> it.kind().equals(kind) && !it.transitions().isEmpty())
              .toList());
    }

    private Stream<Transition> transitions() {
      return changes.stream().flatMap(it -> it.transitions().stream());
    }

    /** Mean over proxies and changes of what a client that stops at the first answer finds. */
    String first() {
      OptionalDouble mean =
          transitions()
              .filter(it -> it.connections() == Connections.NEW)
              .flatMapToDouble(it -> it.first().stream())
              .average();
      return mean.isPresent() ? Amounts.digits(mean.getAsDouble()) : "";
    }

    /** Until the slowest proxy of each change had applied it: mean and maximum. */
    Cell within(Connections connections) {
      return meanAndMost(
          changes.stream()
              .flatMap(
                  change ->
                      Transition.slowest(
                          change.transitions().stream()
                              .filter(it -> it.connections() == connections)
                              .toList())
                          .stream())
              .mapToDouble(Transition::within)
              .toArray());
    }

    /** The service before which the slowest proxy stands, of the slowest change. */
    Optional<String> slowest() {
      return Transition.slowest(transitions().toList()).map(Transition::service);
    }

    long wrong() {
      return transitions().mapToLong(Transition::wrong).sum();
    }

    long late() {
      return transitions().filter(it -> !it.complete()).count();
    }
  }

  /** The pods of an arm that were started. */
  private record Start(Arm arm, List<Change> pods) {
    static Start of(Arm arm) {
      return new Start(
          arm,
          effects(arm).stream()
              .map(ChangeEffect::change)
              .filter(it -> !it.steps().isEmpty())
              .toList());
    }

    /** Seconds from the creation of each pod that reached a step. */
    double[] times(StartStep step) {
      return pods.stream()
          .flatMap(it -> Stream.ofNullable(it.steps().get(step)))
          .mapToDouble(it -> it)
          .toArray();
    }

    Cell time(StartStep step) {
      return meanAndMost(times(step));
    }
  }

  /** The mean and, behind it, the maximum; empty without values. */
  private static Cell meanAndMost(double[] values) {
    return values.length == 0
        ? Cell.of("")
        : Cell.of(Amounts.digits(Arrays.stream(values).average().orElseThrow()))
            .with(Amounts.digits(Arrays.stream(values).max().orElseThrow()));
  }

  /** Changes of an arm that are called the same; at least one. */
  private record Row(Arm arm, List<ChangeEffect> effects) {
    Cell name() {
      String kind = effects.get(0).change().kind();
      return SCALING.contains(kind) ? Cell.of(label(arm, kind)) : Cell.of(arm);
    }

    Proportion failed() {
      long failed = effects.stream().mapToLong(ChangeEffect::failed).sum();
      long requests = effects.stream().mapToLong(ChangeEffect::requests).sum();
      return new Proportion(failed, Math.max(1, requests));
    }

    Cell seconds(ToDoubleFunction<ChangeEffect> value) {
      return spread(value, Amounts::digits);
    }

    /** The mean and the largest value. */
    Cell spread(ToDoubleFunction<ChangeEffect> value, DoubleFunction<String> text) {
      double mean = effects.stream().mapToDouble(value).average().orElseThrow();
      double most = effects.stream().mapToDouble(value).max().orElseThrow();
      return Cell.of(text.apply(mean)).with(text.apply(most));
    }
  }
}
