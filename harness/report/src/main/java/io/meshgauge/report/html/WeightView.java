package io.meshgauge.report.html;

import io.meshgauge.measure.Amounts;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.arm.Arm;
import io.meshgauge.report.arm.Promises;
import io.meshgauge.report.arm.ReportText;
import io.meshgauge.report.html.chart.Palette;
import io.meshgauge.report.html.chart.StackedBars;
import io.meshgauge.report.html.chart.StackedBars.Bar;
import io.meshgauge.report.html.chart.StackedBars.Piece;
import io.meshgauge.report.html.chart.Svg;
import io.meshgauge.report.table.ScoreTables;
import io.meshgauge.score.Scorecard;
import io.meshgauge.score.Scorecard.Placement;
import io.meshgauge.score.WeightSet;
import io.meshgauge.score.WeightTriangle;
import io.meshgauge.score.WeightTriangle.Cell;
import io.meshgauge.score.WeightTriangle.Corner;
import io.meshgauge.text.Messages;
import java.util.List;
import java.util.Optional;

/**
 * Which of the variants with equal promises comes first under which weights: a bar over all
 * weights, a triangle of three, and a table of both.
 *
 * @param arms two or more, ranked together
 * @param triangle empty if the criteria give no three corners
 */
record WeightView(
    PlanReport plan, Palette palette, List<Arm> arms, Optional<WeightTriangle> triangle) {
  private static final int WIDTH = 640;
  private static final int HEIGHT = 392;
  private static final int LEFT = 90;
  private static final int EDGE = 380;
  private static final int TOP = 30;
  private static final double RISE = EDGE * Math.sqrt(3) / 2;
  private static final double BOTTOM = TOP + RISE;
  private static final int LEGEND = 440;

  /** One for each group of equal promises in which there are ranks. */
  static List<WeightView> of(PlanReport plan, Palette palette) {
    List<WeightTriangle> triangles =
        WeightTriangle.of(plan.card().rules(), plan.contest(), plan.seed());
    List<Arm> ranked =
        plan.variants().stream().filter(arm -> placement(plan, arm).isPresent()).toList();
    return ranked.stream()
        .map(arm -> promises(plan, arm))
        .distinct()
        .map(
            promises ->
                ranked.stream().filter(arm -> promises(plan, arm).equals(promises)).toList())
        .map(
            group ->
                new WeightView(
                    plan,
                    palette,
                    group,
                    triangles.stream()
                        .filter(it -> it.variants().equals(group.stream().map(Arm::name).toList()))
                        .findFirst()))
        .toList();
  }

  private static String promises(PlanReport plan, Arm arm) {
    return plan.score(arm.name()).map(Scorecard.Row::promises).orElse("");
  }

  /** Under the first weight set; the share over any weights is the same under all. */
  private static Optional<Placement> placement(PlanReport plan, Arm arm) {
    return plan.score(arm.name()).stream()
        .flatMap(row -> row.composites().stream())
        .flatMap(it -> it.placement().stream())
        .findFirst();
  }

  String promises() {
    return Promises.words(arms.get(0));
  }

  String bar() {
    List<Piece> pieces =
        arms.stream()
            .map(arm -> new Piece(arm.label(), "s" + palette.slot(arm), 100 * ofAll(arm)))
            .toList();
    String words =
        ReportText.list(
            arms.stream().map(arm -> arm.label() + " " + Amounts.share(ofAll(arm))).toList());
    return new StackedBars(
            Messages.get("view.weights-bar", promises(), words),
            Messages.get("view.weights-unit"),
            List.of(new Bar(promises(), pieces)))
        .markup();
  }

  private double ofAll(Arm arm) {
    return placement(plan, arm).map(it -> it.stability().overAnyWeights()).orElse(0.0);
  }

  boolean hasTriangle() {
    return triangle.isPresent();
  }

  /** The corners of the triangle, for its caption. */
  String corners() {
    return triangle
        .map(it -> ReportText.list(it.corners().stream().map(WeightView::words).toList()))
        .orElse("");
  }

  private static String words(Corner corner) {
    List<String> metrics =
        corner.shares().entrySet().stream()
            .map(it -> it.getKey().brief() + " " + Amounts.share(it.getValue()))
            .toList();
    return metrics.size() < 2
        ? corner.name()
        : "%s (%s)".formatted(corner.name(), String.join(", ", metrics));
  }

  String chart() {
    WeightTriangle map = triangle.orElseThrow();
    String words =
        ReportText.list(
            arms.stream()
                .map(
                    arm ->
                        Messages.get(
                            "view.triangle-arm",
                            arm.label(),
                            Amounts.share(map.share(arm.name())),
                            Amounts.share(map.shareApart(arm.name()))))
                .toList());
    Svg svg =
        new Svg(
            WIDTH,
            HEIGHT,
            Messages.get(
                "view.triangle",
                ReportText.list(map.corners().stream().map(Corner::name).toList()),
                words));
    for (int row = 0; row < map.rows().size(); row++) {
      row(svg, row, map.rows().get(row));
    }
    grid(svg);
    names(svg, map);
    legend(svg);
    return svg.markup();
  }

  /** Neighbouring cells with the same result are one trapezium. */
  private void row(Svg svg, int row, List<Cell> cells) {
    int from = 0;
    for (int cell = 1; cell <= cells.size(); cell++) {
      if (cell == cells.size() || !cells.get(cell).equals(cells.get(from))) {
        area(svg, row, from, cell - 1, cells.get(from));
        from = cell;
      }
    }
  }

  private void area(Svg svg, int row, int from, int to, Cell cell) {
    // Even cells point up, odd ones down: their lower and upper corners differ.
    int[][] ends = {
      {row, (from + 1) / 2}, {row, to / 2 + 1}, {row + 1, (to + 1) / 2}, {row + 1, from / 2}
    };
    double[] x = new double[ends.length];
    double[] y = new double[ends.length];
    for (int i = 0; i < ends.length; i++) {
      double first = ends[i][0] / (double) WeightTriangle.SIDE;
      x[i] = x(first, ends[i][1] / (double) WeightTriangle.SIDE);
      y[i] = y(first);
    }
    String color = cell.winner() < 0 ? "floor" : "s" + palette.slot(arms.get(cell.winner()));
    svg.polygon(
        "shape-rendering=\"crispEdges\" style=\"fill:var(--%s);fill-opacity:%s\""
            .formatted(color, cell.apart() ? "0.9" : "0.35"),
        x,
        y,
        tip(cell));
  }

  private String tip(Cell cell) {
    if (cell.winner() < 0) {
      return Messages.get("view.equal-scores");
    }
    String winner = arms.get(cell.winner()).label();
    return cell.apart() ? winner : Messages.get("view.not-distinguished", winner);
  }

  private static double x(double first, double third) {
    return LEFT + EDGE * (third + first / 2);
  }

  private static double y(double first) {
    return BOTTOM - RISE * first;
  }

  private static void grid(Svg svg) {
    for (int i = 0; i < 4; i++) {
      double at = i / 4.0;
      String style = i == 0 ? "class=\"zero\"" : "class=\"grid\"";
      svg.line(style, x(at, 0), y(at), x(at, 1 - at), y(at));
      svg.line(style, x(0, at), y(0), x(1 - at, at), y(1 - at));
      svg.line(style, x(0, 1 - at), y(0), x(1 - at, 0), y(1 - at));
    }
  }

  private void names(Svg svg, WeightTriangle map) {
    String middle = "text-anchor=\"middle\"";
    List<String> names =
        map.corners().stream().map(it -> Messages.get("view.only", it.name())).toList();
    svg.text(middle, x(1, 0), TOP - 10, names.get(0));
    svg.text(middle, x(0, 0), BOTTOM + 20, names.get(1));
    svg.text(middle, x(0, 1), BOTTOM + 20, names.get(2));
    for (WeightSet set : plan.card().rules().weightSets()) {
      double[] weights =
          map.corners().stream()
              .mapToDouble(it -> it.shares().keySet().stream().mapToDouble(set::weight).sum())
              .toArray();
      double sum = weights[0] + weights[1] + weights[2];
      if (sum > 0) {
        double x = x(weights[0] / sum, weights[2] / sum);
        double y = y(weights[0] / sum);
        svg.diamond("style=\"fill:var(--panel);stroke:var(--ink);stroke-width:1.5\"", x, y, 5);
        svg.text(
            "class=\"strong\" style=\"paint-order:stroke;stroke:var(--panel);stroke-width:3\"",
            x + 9,
            y + 4,
            set.name());
      }
    }
  }

  private void legend(Svg svg) {
    int y = TOP + 8;
    for (Arm arm : arms) {
      svg.rectangle(
          "style=\"fill:var(--s%s)\"".formatted(palette.slot(arm)), LEGEND, y, 12, 12, arm.label());
      svg.text("class=\"soft\"", LEGEND + 18.0, y + 10.0, arm.label());
      y += 22;
    }
    svg.text("class=\"axis\"", LEGEND, y + 12.0, Messages.get("view.legend-pale"));
    svg.text("class=\"axis\"", LEGEND, y + 28.0, Messages.get("view.legend-diamonds"));
  }

  TableView shares() {
    return TableView.slim(ScoreTables.shares(arms, this::ofAll, triangle), palette);
  }
}
