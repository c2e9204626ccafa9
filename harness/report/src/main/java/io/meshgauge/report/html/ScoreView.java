package io.meshgauge.report.html;

import io.meshgauge.measure.Amounts;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.Report;
import io.meshgauge.report.arm.Arm;
import io.meshgauge.report.html.chart.IntervalChart;
import io.meshgauge.report.html.chart.IntervalChart.Mark;
import io.meshgauge.report.html.chart.IntervalChart.Row;
import io.meshgauge.report.html.chart.IntervalChart.Shape;
import io.meshgauge.report.html.chart.Palette;
import io.meshgauge.report.table.ScoreTables;
import io.meshgauge.score.Efficiency;
import io.meshgauge.score.Scorecard;
import io.meshgauge.score.Scorecard.Composite;
import io.meshgauge.score.WeightSet;
import io.meshgauge.stats.Interval;
import io.meshgauge.text.Messages;
import java.util.ArrayList;
import java.util.List;

/** The score of one plan: dots with intervals, how stable the order is, and what it is made of. */
record ScoreView(Report report, PlanReport plan, Palette palette) {

  boolean any() {
    return !rows().isEmpty();
  }

  String chart() {
    return new IntervalChart(
            Messages.get("view.scores", plan.name()),
            Messages.get("view.score-unit"),
            rows(),
            0,
            Shape.SCORE)
        .markup();
  }

  /** The weight set of the dots; the diamonds are of the others. */
  String first() {
    return report.rules().weightSets().get(0).name();
  }

  List<String> others() {
    return report.rules().weightSets().stream().skip(1).map(WeightSet::name).toList();
  }

  List<Unscored> unscored() {
    List<Unscored> unscored = new ArrayList<>();
    for (Arm arm : plan.variants()) {
      plan.score(arm.name())
          .flatMap(Scorecard.Row::unscoredBecause)
          .ifPresent(why -> unscored.add(new Unscored(arm.label(), why)));
    }
    return unscored;
  }

  boolean hasUnscored() {
    return !unscored().isEmpty();
  }

  private List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    for (Arm arm : plan.variants()) {
      List<Mark> marks =
          composites(arm).stream()
              .map(
                  found ->
                      new Mark(
                          found.runs().map(Interval::low).orElse(found.score()),
                          found.score(),
                          found.runs().map(Interval::high).orElse(found.score()),
                          words(found)))
              .toList();
      if (!marks.isEmpty()) {
        rows.add(new Row(arm.label(), palette.slot(arm), marks));
      }
    }
    return rows;
  }

  private List<Composite> composites(Arm arm) {
    return plan.score(arm.name()).map(Scorecard.Row::composites).orElse(List.of());
  }

  private static String words(Composite found) {
    return "%s%s %s"
        .formatted(
            Amounts.fixed(found.score(), 2),
            found
                .runs()
                .map(
                    it ->
                        " [%s, %s]"
                            .formatted(Amounts.fixed(it.low(), 2), Amounts.fixed(it.high(), 2)))
                .orElse(""),
            rank(found));
  }

  private static String rank(Composite found) {
    return found
        .placement()
        .map(it -> it.shared() ? Messages.get("view.rank-shared", it.rank()) : "#" + it.rank())
        .orElseGet(() -> Messages.get("view.not-ranked"));
  }

  TableView order() {
    return TableView.of(ScoreTables.order(plan), palette);
  }

  /** Who comes first under which weights, for each group of equal promises. */
  List<WeightView> mixtures() {
    return WeightView.of(plan, palette);
  }

  TableView weights() {
    return TableView.of(ScoreTables.weights(plan), palette);
  }

  TableView points() {
    return TableView.of(ScoreTables.points(plan), palette);
  }

  List<EfficiencyRow> efficiency() {
    List<EfficiencyRow> rows = new ArrayList<>();
    for (Arm arm : plan.variants()) {
      plan.score(arm.name())
          .flatMap(Scorecard.Row::efficiency)
          .ifPresent(found -> rows.add(new EfficiencyRow(arm, words(found))));
    }
    return rows;
  }

  private static String words(Efficiency found) {
    return found
        .terms()
        .map(
            terms ->
                Messages.get(
                    "view.efficiency",
                    Amounts.digits(terms.sum()),
                    Amounts.digits(terms.latency()),
                    Amounts.digits(terms.throughput()),
                    Amounts.digits(terms.overhead())))
        .orElseGet(
            () ->
                Messages.get(
                    "view.efficiency-undefined",
                    found.undefinedBecause().orElseGet(() -> Messages.get("view.no-reason"))));
  }

  record Unscored(String label, String why) {}

  record EfficiencyRow(Arm arm, String words) {}
}
