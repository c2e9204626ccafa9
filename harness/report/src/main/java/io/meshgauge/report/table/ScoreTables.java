package io.meshgauge.report.table;

import io.meshgauge.measure.Amounts;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.Report;
import io.meshgauge.report.arm.Arm;
import io.meshgauge.report.arm.Promises;
import io.meshgauge.report.arm.ReportText;
import io.meshgauge.report.table.Cell.Look;
import io.meshgauge.score.Criterion;
import io.meshgauge.score.Scorecard;
import io.meshgauge.score.Scorecard.Composite;
import io.meshgauge.score.Scorecard.Placement;
import io.meshgauge.score.Scorecard.Points;
import io.meshgauge.score.ScoringRules;
import io.meshgauge.score.Stability;
import io.meshgauge.score.WeightSet;
import io.meshgauge.score.WeightTriangle;
import io.meshgauge.stats.Interval;
import io.meshgauge.text.Messages;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Tables of scores, and of what they are made of. */
public final class ScoreTables {
  private ScoreTables() {}

  /** Evidence and valid runs of every arm, and its scores where the plan is scored. */
  public static Table scores(Report report, PlanReport plan) {
    Columns<Arm> columns =
        Columns.ofArms((Arm arm) -> arm)
            .text("table.evidence", arm -> ReportText.of(arm.evidenceMark()))
            .text("table.runs", Arm::outcomes);
    if (plan.scored()) {
      for (WeightSet set : report.rules().weightSets()) {
        columns.value(
            Cell.of(Messages.get("table.score-by", set.name())),
            arm -> score(plan.score(arm.name()), set));
      }
      columns.value("table.ranks-first", arm -> first(plan, arm));
    }
    return columns.table("", "", plan.arms());
  }

  private static Cell score(Optional<Scorecard.Row> row, WeightSet set) {
    return row.stream()
        .flatMap(found -> found.composites().stream())
        .filter(composite -> composite.weightSet().equals(set.name()))
        .map(
            it ->
                Cell.of(
                    Amounts.fixed(it.score(), 2)
                        + it.runs().map(ScoreTables::range).orElse("")
                        + it.placement().map(ScoreTables::rankAfter).orElse("")))
        .findFirst()
        .orElse(row.isPresent() ? Cell.of(Messages.get("table.unscored")) : Cell.NONE);
  }

  private static String range(Interval interval) {
    return " " + Amounts.bracketed(interval.low(), interval.high(), end -> Amounts.fixed(end, 2));
  }

  private static String rankAfter(Placement placement) {
    return " #" + placement.rank() + (placement.shared() ? "=" : " ");
  }

  private static Cell first(PlanReport plan, Arm arm) {
    return plan.score(arm.name()).stream()
        .flatMap(found -> found.composites().stream())
        .flatMap(composite -> composite.placement().stream())
        .map(placement -> Cell.of(Amounts.share(placement.probabilities().get(0))))
        .findFirst()
        .orElse(Cell.NONE);
  }

  /** The score of an arm under one weight set. */
  private record Scored(Arm arm, Composite found) {
    Cell rank(Function<Placement, String> text) {
      return Cell.of(found.placement().map(text));
    }

    Cell share(ToDoubleFunction<Stability> of) {
      return rank(it -> Amounts.share(of.applyAsDouble(it.stability())));
    }
  }

  /** How firm the order of the variants is. */
  public static Table order(PlanReport plan) {
    return Columns.ofArms(Scored::arm)
        .text("table.promises", it -> Promises.words(it.arm()))
        .text("table.weights", it -> it.found().weightSet())
        .number("table.score", it -> Amounts.fixed(it.found().score(), 3))
        .value("table.lowest-highest", it -> runs(it.found()))
        .value(
            "table.rank",
            it ->
                it.rank(
                    place ->
                        place.shared()
                            ? Messages.get("table.rank-shared", place.rank())
                            : Integer.toString(place.rank())))
        .value(
            Cell.of(Messages.get("table.chance-of-rank")).with("1 · 2 · …"),
            it ->
                it.rank(
                    place ->
                        place.probabilities().stream()
                            .map(Amounts::share)
                            .collect(Collectors.joining(" · "))))
        .value(first("table.weights-nearby"), it -> it.share(Stability::overWeights))
        .value(first("table.any-weights"), it -> it.share(Stability::overAnyWeights))
        .value(first("table.limits"), it -> it.share(Stability::overLimits))
        .table(Messages.get("table.order"), Messages.get("table.order-note"), scored(plan));
  }

  private static Cell first(String over) {
    return Cell.of(Messages.get("table.first-over")).with(Messages.get(over));
  }

  private static Cell runs(Composite found) {
    return Cell.of(
        found
            .runs()
            .map(it -> Amounts.range(Amounts.fixed(it.low(), 3), Amounts.fixed(it.high(), 3))));
  }

  private static List<Scored> scored(PlanReport plan) {
    return plan.variants().stream()
        .flatMap(
            arm ->
                plan.score(arm.name()).stream()
                    .flatMap(row -> row.composites().stream())
                    .map(found -> new Scored(arm, found)))
        .toList();
  }

  /**
   * Shares of all weights, and of those of a triangle, under which arms with equal promises come
   * first.
   *
   * @param ofAll share of an arm over all weights, 0 to 1
   */
  public static Table shares(
      List<Arm> arms, ToDoubleFunction<Arm> ofAll, Optional<WeightTriangle> triangle) {
    return Columns.ofArms((Arm arm) -> arm)
        .number("table.of-all-weights", arm -> Amounts.share(ofAll.applyAsDouble(arm)))
        .value(
            "table.of-triangle",
            arm -> Cell.of(triangle.map(it -> Amounts.share(it.share(arm.name())))))
        .value(
            "table.of-triangle-apart",
            arm -> Cell.of(triangle.map(it -> Amounts.share(it.shareApart(arm.name())))))
        .table(Messages.get("table.first-shares", Promises.words(arms.get(0))), "", arms);
  }

  /** Weights by criterion: declared, used and effective, for each weight set. */
  public static Table weights(PlanReport plan) {
    return new Columns<Scorecard.Weight>()
        .text("table.weights", Scorecard.Weight::weightSet)
        .text("table.criterion", it -> it.metric().title())
        .number("table.declared", it -> Amounts.fixed(it.declared(), 2))
        .number(
            "table.used",
            it ->
                it.used() == 0 && it.declared() > 0
                    ? Messages.get("table.left-out")
                    : Amounts.fixed(it.used(), 2))
        .number("table.effective", it -> Amounts.fixed(it.effective(), 2))
        .table(
            Messages.get("table.weights-table"),
            Messages.get("table.weights-table-note"),
            plan.card().weights());
  }

  /** Points of each criterion, with the value they were given for. */
  public static Table points(PlanReport plan) {
    List<Criterion> criteria = plan.card().rules().criteria();
    Columns<Arm> columns = Columns.ofArms(arm -> arm);
    for (int i = 0; i < criteria.size(); i++) {
      int nth = i;
      columns.value(
          Cell.of(criteria.get(i).metric().title()), arm -> points(points(plan, arm).get(nth)));
    }
    return columns.table(
        Messages.get("table.points-table"),
        Messages.get("table.points-table-note"),
        plan.variants().stream().filter(arm -> !points(plan, arm).isEmpty()).toList());
  }

  private static List<Points> points(PlanReport plan, Arm arm) {
    return plan.score(arm.name()).map(Scorecard.Row::points).orElse(List.of());
  }

  private static Cell points(Points found) {
    return Cell.of(Amounts.fixed(found.points(), 2))
        .with(Amounts.text(found.metric().unit(), found.value()));
  }

  /** Targets and weights of the rules. */
  public static Table targets(ScoringRules rules) {
    Columns<Criterion> columns =
        new Columns<Criterion>()
            .text("table.criterion", it -> it.metric().title())
            .number("table.full-points-at", it -> Amounts.text(it.metric().unit(), it.full()))
            .number("table.zero-points-at", it -> Amounts.text(it.metric().unit(), it.zero()))
            .cell("table.formula", it -> Cell.of(it.formula()).as(Look.CODE));
    for (WeightSet set : rules.weightSets()) {
      columns.value(
          Cell.of(Messages.get("table.weight")).with(Messages.get("table.of-set", set.name())),
          it -> Cell.of(Amounts.fixed(set.weight(it.metric()), 3)));
    }
    return columns.table(Messages.get("table.targets"), "", rules.criteria());
  }
}
