package io.meshgauge.report.html;

import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.Unit;
import io.meshgauge.report.Front;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.html.chart.Axis;
import io.meshgauge.report.html.chart.Palette;
import io.meshgauge.report.html.chart.Svg;
import io.meshgauge.report.table.DifferenceTables;
import io.meshgauge.stats.Difference;
import io.meshgauge.stats.Interval;
import io.meshgauge.text.Messages;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Added response time, or what a change costs, against added CPU or memory: drawing and table.
 *
 * @param latency metric upwards
 * @param cost metric across
 * @param points of the arms that have both
 */
record FrontView(
    PlanReport plan, Palette palette, Metric latency, Metric cost, List<Front.Row> points) {
  /** Under a plan that changes something the first ones, which no other plan measures. */
  private static final List<Metric> UPWARDS =
      List.of(
          Metric.START_TIME,
          Metric.CHANGE_ERRORS,
          Metric.LONGEST_GAP,
          Metric.WORST_SECOND,
          Metric.RECOVERY,
          Metric.RESPONSE_P99,
          Metric.RESPONSE_P50,
          Metric.RESPONSE_P90,
          Metric.RESPONSE_P95,
          Metric.RESPONSE_P999);

  private static final List<Metric> COSTS = List.of(Metric.CPU_SYSTEM, Metric.MEMORY_SYSTEM);

  private static final int WIDTH = 900;
  private static final int HEIGHT = 280;
  private static final int LEFT = 78;
  private static final int RIGHT = 700;
  private static final int TOP = 14;
  private static final int BOTTOM = 226;
  private static final int LABEL_WIDTH = 140;
  private static final int LABEL_HEIGHT = 14;

  /**
   * All that can be drawn, the lead metric against CPU first where both were measured; last what is
   * 0 in all arms.
   */
  static List<FrontView> of(PlanReport plan, Palette palette) {
    return UPWARDS.stream()
        .flatMap(
            latency ->
                COSTS.stream()
                    .map(
                        cost ->
                            new FrontView(plan, palette, latency, cost, plan.front(latency, cost))))
        .filter(it -> !it.points.isEmpty())
        .sorted(Comparator.comparing(FrontView::flat))
        .toList();
  }

  private boolean flat() {
    return points.stream().allMatch(it -> it.latency().absolute() == 0);
  }

  /** Identifies the drawing among those of its plan. */
  String key() {
    return latency.key() + "/" + cost.key();
  }

  String upwards() {
    return DifferenceTables.name(latency);
  }

  String across() {
    return DifferenceTables.name(cost);
  }

  String source() {
    return Stream.of(latency, cost)
        .map(it -> plan.source(it))
        .distinct()
        .collect(Collectors.joining(", "));
  }

  String chart() {
    Svg svg =
        new Svg(WIDTH, HEIGHT, Messages.get("view.front-chart", upwards(), across(), plan.name()));
    Axis across = Axis.around(values(Front.Row::cost, cost.unit()), LEFT, RIGHT);
    Axis up = Axis.around(values(Front.Row::latency, latency.unit()), BOTTOM, TOP);
    for (double tick : across.ticks()) {
      svg.line(style(tick), across.place(tick), TOP, across.place(tick), BOTTOM);
      svg.text(
          "class=\"axis\" text-anchor=\"middle\"",
          across.place(tick),
          BOTTOM + 17,
          across.label(tick));
    }
    for (double tick : up.ticks()) {
      svg.line(style(tick), LEFT, up.place(tick), RIGHT, up.place(tick));
      svg.text("class=\"axis\" text-anchor=\"end\"", LEFT - 8, up.place(tick) + 4, up.label(tick));
    }
    svg.text(
        "class=\"axis\" text-anchor=\"middle\"",
        (LEFT + RIGHT) / 2.0,
        BOTTOM + 38,
        Messages.get("view.front-across", across(), Amounts.symbol(cost.unit())));
    String symbol = Amounts.symbol(latency.unit());
    svg.text(
        "class=\"axis\" text-anchor=\"middle\" transform=\"rotate(-90 20 %s)\""
            .formatted((TOP + BOTTOM) / 2),
        20,
        (TOP + BOTTOM) / 2.0,
        Messages.get("view.front-upwards", upwards(), symbol.isEmpty() ? "" : ", " + symbol));
    List<Spot> labels = new ArrayList<>();
    for (Front.Row point : points) {
      draw(svg, across, up, labels, point);
    }
    return svg.markup();
  }

  private void draw(Svg svg, Axis across, Axis up, List<Spot> labels, Front.Row point) {
    int slot = palette.slot(point.arm());
    double x = across.place(Amounts.scaled(cost.unit(), point.cost().absolute()));
    double y = up.place(Amounts.scaled(latency.unit(), point.latency().absolute()));
    String stroke = "style=\"stroke:var(--s%s);stroke-width:1.5\"".formatted(slot);
    point
        .cost()
        .interval()
        .map(it -> scaled(it, cost.unit()))
        .ifPresent(it -> svg.line(stroke, across.place(it.low()), y, across.place(it.high()), y));
    point
        .latency()
        .interval()
        .map(it -> scaled(it, latency.unit()))
        .ifPresent(it -> svg.line(stroke, x, up.place(it.low()), x, up.place(it.high())));
    svg.circle(
        "style=\"fill:var(--%s);stroke:var(--s%s);stroke-width:2\""
            .formatted(point.beatenBy().isEmpty() ? "s" + slot : "panel", slot),
        x,
        y,
        5);
    Spot label = free(labels, new Spot(x + 9, y - 8));
    svg.text("class=\"soft\"", label.x(), label.y(), point.arm().label());
  }

  /** Where a label begins. */
  private record Spot(double x, double y) {
    boolean collides(Spot other) {
      return Math.abs(x - other.x) < LABEL_WIDTH && Math.abs(y - other.y) < LABEL_HEIGHT;
    }
  }

  /** The nearest height, downwards, at which no earlier label is in the way. */
  private static Spot free(List<Spot> labels, Spot wanted) {
    Spot spot = wanted;
    while (collides(labels, spot)) {
      spot = new Spot(spot.x, spot.y + 1);
    }
    labels.add(spot);
    return spot;
  }

  private static boolean collides(List<Spot> labels, Spot spot) {
    return labels.stream().anyMatch(spot::collides);
  }

  private static String style(double tick) {
    return Math.abs(tick) < 1e-12 ? "class=\"zero\"" : "class=\"grid\"";
  }

  private static Interval scaled(Interval interval, Unit unit) {
    return new Interval(
        Amounts.scaled(unit, interval.low()), Amounts.scaled(unit, interval.high()));
  }

  private List<Double> values(Function<Front.Row, Difference> of, Unit unit) {
    List<Double> values = new ArrayList<>();
    for (Front.Row point : points) {
      Difference difference = of.apply(point);
      values.add(Amounts.scaled(unit, difference.absolute()));
      difference
          .interval()
          .map(it -> scaled(it, unit))
          .ifPresent(it -> values.addAll(List.of(it.low(), it.high())));
    }
    return values;
  }

  TableView table() {
    return TableView.of(DifferenceTables.front(latency, cost, points), palette);
  }
}
