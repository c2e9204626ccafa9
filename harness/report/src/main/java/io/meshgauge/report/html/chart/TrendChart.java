package io.meshgauge.report.html.chart;

import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.Unit;
import io.meshgauge.stats.Interval;
import io.meshgauge.stats.drift.ChangePoint;
import io.meshgauge.text.Messages;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A metric over sessions: a dot with its interval for each, at equal distances in their order.
 * Where the level changed, a stroke and the levels before and after it.
 *
 * @param title text for screen readers
 * @param unit of the values; {@link Unit#COUNT} of ratios
 * @param dots by session
 * @param sessions labels of all sessions of the group, also of those without a value
 * @param steps changes of the level; {@code window} is a place in {@code dots}
 * @param expected of sessions like the accepted ones; empty for no band
 * @param slot colour of the variant
 */
public record TrendChart(
    String title,
    Unit unit,
    List<Dot> dots,
    List<String> sessions,
    List<ChangePoint> steps,
    Optional<Interval> expected,
    int slot) {
  private static final int WIDTH = 600;
  private static final int HEIGHT = 220;
  private static final int LEFT = 56;
  private static final int RIGHT = 592;
  private static final int TOP = 14;
  private static final int BOTTOM = 186;

  /** Most labels below the axis; more would overlap. */
  private static final int LABELS = 8;

  private static final String MIDDLE = "class=\"axis\" text-anchor=\"middle\"";
  private static final String LEVEL = "style=\"stroke:var(--bad);stroke-width:2\"";
  private static final String CHANGE =
      "style=\"stroke:var(--bad);stroke-width:1.5;stroke-dasharray:4 3\"";

  /**
   * The value of one session.
   *
   * @param session its place among the sessions, from 0
   * @param value as it is stored
   * @param interval 95 % interval; empty for fewer than two blocks
   * @param tip shown while the pointer is on it
   */
  public record Dot(int session, double value, Optional<Interval> interval, String tip) {}

  public TrendChart {
    dots = List.copyOf(dots);
    sessions = List.copyOf(sessions);
    steps = List.copyOf(steps);
  }

  public String markup() {
    Svg svg = new Svg(WIDTH, HEIGHT, title);
    Axis up = up();
    expected.ifPresent(
        band ->
            svg.rectangle(
                "class=\"floor\"",
                LEFT,
                up.place(scaled(band.high())),
                RIGHT - LEFT,
                up.place(scaled(band.low())) - up.place(scaled(band.high())),
                Messages.get("chart.accepted-sessions")));
    for (double tick : up.ticks()) {
      svg.line("class=\"grid\"", LEFT, up.place(tick), RIGHT, up.place(tick));
      svg.text("class=\"axis\" text-anchor=\"end\"", LEFT - 6, up.place(tick) + 4, up.label(tick));
    }
    int every = (sessions.size() + LABELS - 1) / LABELS;
    for (int i = 0; i < sessions.size(); i += every) {
      svg.text(MIDDLE, along(i), BOTTOM + 20, sessions.get(i));
    }
    steps(svg, up);
    svg.polyline(
        "class=\"steady\"",
        dots.stream().mapToDouble(dot -> along(dot.session())).toArray(),
        dots.stream().mapToDouble(dot -> up.place(scaled(dot.value()))).toArray(),
        title);
    dots.forEach(dot -> dot(svg, up, dot));
    return svg.markup();
  }

  /** An axis that is cut to where the values are: steps of a few per cent must be visible. */
  private Axis up() {
    List<Double> values = new ArrayList<>();
    for (Dot dot : dots) {
      values.add(scaled(dot.value()));
      dot.interval().ifPresent(it -> values.addAll(List.of(scaled(it.low()), scaled(it.high()))));
    }
    expected.ifPresent(it -> values.addAll(List.of(scaled(it.low()), scaled(it.high()))));
    double low = values.stream().mapToDouble(v -> v).min().orElse(0);
    double high = values.stream().mapToDouble(v -> v).max().orElse(1);
    double room = high > low ? 0.08 * (high - low) : Math.max(1e-6, 0.05 * Math.abs(high));
    return new Axis(low - room, high + room, BOTTOM, TOP);
  }

  private double along(int session) {
    return LEFT + (session + 0.5) * width();
  }

  private double width() {
    return (double) (RIGHT - LEFT) / sessions.size();
  }

  private double scaled(double value) {
    return unit == Unit.COUNT ? value : Amounts.scaled(unit, value);
  }

  /** Steps are in ln, like the series they were found in. */
  private void steps(Svg svg, Axis up) {
    int from = 0;
    for (int i = 0; i < steps.size(); i++) {
      ChangePoint step = steps.get(i);
      double x = along(dots.get(step.window()).session()) - width() / 2;
      svg.line(CHANGE, x, TOP, x, BOTTOM);
      String change = Amounts.change(Math.expm1(step.step()));
      svg.text(MIDDLE, x, TOP - 3, Messages.get("chart.step", change));
      level(svg, up, step.before(), from, step.window() - 1);
      from = step.window();
      int to = i + 1 < steps.size() ? steps.get(i + 1).window() - 1 : dots.size() - 1;
      level(svg, up, step.after(), from, to);
    }
  }

  private void level(Svg svg, Axis up, double logarithm, int from, int to) {
    double y = up.place(scaled(Math.exp(logarithm)));
    svg.line(
        LEVEL,
        along(dots.get(from).session()) - width() / 2,
        y,
        along(dots.get(to).session()) + width() / 2,
        y);
  }

  private void dot(Svg svg, Axis up, Dot dot) {
    double x = along(dot.session());
    dot.interval()
        .ifPresent(
            it ->
                svg.line(
                    "style=\"stroke:var(--s%s);stroke-width:2\"".formatted(slot),
                    x,
                    up.place(scaled(it.low())),
                    x,
                    up.place(scaled(it.high()))));
    svg.circle("style=\"fill:var(--s%s)\"".formatted(slot), x, up.place(scaled(dot.value())), 3.5);
    svg.rectangle(
        "style=\"fill:transparent\"", x - width() / 2, TOP, width(), BOTTOM - TOP, dot.tip());
  }
}
