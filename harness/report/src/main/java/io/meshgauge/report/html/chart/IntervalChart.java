package io.meshgauge.report.html.chart;

import io.meshgauge.text.Messages;
import java.util.ArrayList;
import java.util.List;

/**
 * Dots with their intervals, a row per variant: for scores and for differences.
 *
 * @param title text for screen readers
 * @param unit printed below the axis
 * @param rows from top to bottom
 * @param band half width of the grey band around zero (the noise floor); 0 for none
 * @param shape width, and the range of the axis
 */
public record IntervalChart(String title, String unit, List<Row> rows, double band, Shape shape) {
  private static final int TOP = 8;

  /** The two uses of the chart. */
  public enum Shape {
    /** Scores: as wide as the page, an axis that is cut to where the scores are. */
    SCORE(900, 225),
    /** Differences: half as wide as the page, an axis that holds zero. */
    DIFFERENCE(600, 158);

    private final int width;
    private final int words;

    Shape(int width, int words) {
      this.width = width;
      this.words = words;
    }
  }

  /**
   * One row.
   *
   * @param label name of the variant, marked if it is a model
   * @param slot colour of the variant
   * @param marks one per weight set; exactly one for differences
   */
  public record Row(String label, int slot, List<Mark> marks) {}

  /** One dot with its interval and the words at the end of the row. */
  public record Mark(double low, double value, double high, String words) {}

  public String markup() {
    int marks = rows.stream().mapToInt(row -> row.marks().size()).max().orElse(1);
    int rowHeight = marks > 1 ? 46 : 32;
    int bottom = TOP + rows.size() * rowHeight;
    Svg svg = new Svg(shape.width + Svg.wider(left()), bottom + 40, title);
    Axis axis = axis();
    if (band > 0) {
      double from = axis.place(-band);
      svg.rectangle(
          "class=\"floor\"",
          from,
          TOP,
          axis.place(band) - from,
          bottom - TOP,
          Messages.get("chart.noise-floor"));
    }
    for (double tick : axis.ticks()) {
      String style = Math.abs(tick) < 1e-12 ? "class=\"zero\"" : "class=\"grid\"";
      svg.line(style, axis.place(tick), TOP, axis.place(tick), bottom);
      svg.text(
          "class=\"axis\" text-anchor=\"middle\"", axis.place(tick), bottom + 16, axis.label(tick));
    }
    svg.text("class=\"axis\" text-anchor=\"middle\"", (left() + right()) / 2.0, bottom + 33, unit);
    for (int i = 0; i < rows.size(); i++) {
      row(svg, axis, rows.get(i), TOP + i * rowHeight + rowHeight / 2.0);
    }
    return svg.markup();
  }

  private int left() {
    return Svg.left(rows.stream().map(Row::label));
  }

  private int right() {
    return shape.width + Svg.wider(left()) - shape.words;
  }

  private Axis axis() {
    List<Double> values = new ArrayList<>();
    rows.stream()
        .flatMap(row -> row.marks().stream())
        .forEach(mark -> values.addAll(List.of(mark.low(), mark.high())));
    if (shape == Shape.SCORE) {
      double low = values.stream().mapToDouble(v -> v).min().orElse(0);
      double high = values.stream().mapToDouble(v -> v).max().orElse(1);
      double from = Math.max(0, Math.floor((low - 0.03) * 10) / 10);
      double to = Math.min(1, Math.ceil((high + 0.03) * 10) / 10);
      return new Axis(from, to, left(), right());
    }
    values.addAll(List.of(-band, band));
    return Axis.around(values, left(), right());
  }

  private static void row(Svg svg, Axis axis, Row row, double middle) {
    svg.text("text-anchor=\"end\"", axis.left() - Svg.GAP, middle + 4, row.label());
    int count = row.marks().size();
    for (int i = 0; i < count; i++) {
      Mark mark = row.marks().get(i);
      double y = middle + (i - (count - 1) / 2.0) * 17;
      String stroke = "style=\"stroke:var(--s%s);stroke-width:2\"".formatted(row.slot());
      svg.line(stroke, axis.place(mark.low()), y, axis.place(mark.high()), y);
      if (i == 0) {
        svg.circle(
            "style=\"fill:var(--s%s)\"".formatted(row.slot()), axis.place(mark.value()), y, 4.5);
      } else {
        svg.diamond(
            "style=\"fill:var(--panel);stroke:var(--s%s);stroke-width:2\"".formatted(row.slot()),
            axis.place(mark.value()),
            y,
            5);
      }
      svg.text("class=\"soft\"", axis.right() + 16, y + 4, mark.words());
    }
  }
}
