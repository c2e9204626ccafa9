package io.meshgauge.report.html;

import io.meshgauge.measure.Amounts;
import io.meshgauge.report.Arm;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.Promises;
import io.meshgauge.report.Report;
import io.meshgauge.report.html.chart.IntervalChart;
import io.meshgauge.report.html.chart.IntervalChart.Mark;
import io.meshgauge.report.html.chart.IntervalChart.Row;
import io.meshgauge.report.html.chart.IntervalChart.Shape;
import io.meshgauge.report.html.chart.Palette;
import io.meshgauge.score.Efficiency;
import io.meshgauge.score.Scorecard;
import io.meshgauge.score.Scorecard.Composite;
import io.meshgauge.score.Stability;
import io.meshgauge.score.WeightSet;
import io.meshgauge.stats.Interval;
import io.meshgauge.text.Messages;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

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

  List<StabilityRow> stability() {
    List<StabilityRow> rows = new ArrayList<>();
    for (Arm arm : plan.variants()) {
      plan.score(arm.name())
          .ifPresent(
              row ->
                  row.composites()
                      .forEach(
                          found -> rows.add(new StabilityRow(arm, palette.slot(arm), row, found))));
    }
    return rows;
  }

  /** Who comes first under which weights, for each group of equal promises. */
  List<WeightView> mixtures() {
    return WeightView.of(plan, palette);
  }

  /** Weights by criterion: declared, used and effective, for each weight set. */
  List<WeightRow> weights() {
    return plan.card().weights().stream().map(WeightRow::new).toList();
  }

  List<String> pointsHead() {
    return report.rules().criteria().stream().map(found -> found.metric().title()).toList();
  }

  List<PointsRow> points() {
    List<PointsRow> rows = new ArrayList<>();
    for (Arm arm : plan.variants()) {
      List<PointsCell> cells =
          plan.score(arm.name()).map(Scorecard.Row::points).orElse(List.of()).stream()
              .map(PointsCell::of)
              .toList();
      if (!cells.isEmpty()) {
        rows.add(new PointsRow(arm, cells));
      }
    }
    return rows;
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

  record StabilityRow(Arm arm, int slot, Scorecard.Row row, Composite found) {
    String score() {
      return Amounts.fixed(found.score(), 3);
    }

    String interval() {
      return found
          .runs()
          .map(it -> Amounts.range(Amounts.fixed(it.low(), 3), Amounts.fixed(it.high(), 3)))
          .orElse("–");
    }

    String promises() {
      return Promises.words(arm);
    }

    String rank() {
      return found
          .placement()
          .map(
              it ->
                  it.shared()
                      ? Messages.get("view.rank-in-table-shared", it.rank())
                      : Integer.toString(it.rank()))
          .orElse("–");
    }

    String probabilities() {
      return found
          .placement()
          .map(
              it ->
                  it.probabilities().stream()
                      .map(Amounts::share)
                      .collect(Collectors.joining(" · ")))
          .orElse("–");
    }

    String weights() {
      return share(Stability::overWeights);
    }

    String anyWeights() {
      return share(Stability::overAnyWeights);
    }

    String limits() {
      return share(Stability::overLimits);
    }

    private String share(ToDoubleFunction<Stability> of) {
      return found
          .placement()
          .map(it -> Amounts.share(of.applyAsDouble(it.stability())))
          .orElse("–");
    }
  }

  record WeightRow(Scorecard.Weight found) {
    String set() {
      return found.weightSet();
    }

    String criterion() {
      return found.metric().title();
    }

    String declared() {
      return Amounts.fixed(found.declared(), 2);
    }

    String used() {
      return found.used() == 0 && found.declared() > 0
          ? Messages.get("view.left-out")
          : Amounts.fixed(found.used(), 2);
    }

    String effective() {
      return Amounts.fixed(found.effective(), 2);
    }
  }

  record PointsRow(Arm arm, List<PointsCell> cells) {}

  record PointsCell(String points, String value) {
    static PointsCell of(Scorecard.Points found) {
      return new PointsCell(
          Amounts.fixed(found.points(), 2), Amounts.text(found.metric().unit(), found.value()));
    }
  }

  record EfficiencyRow(Arm arm, String words) {}
}
