package io.meshgauge.report.html.chart;

import io.meshgauge.measure.Amounts;
import java.util.List;

/**
 * Horizontal bars made of the containers of each variant, by part of the system.
 *
 * @param title text for screen readers
 * @param unit printed below the axis
 * @param bars from top to bottom
 */
public record StackedBars(String title, String unit, List<Bar> bars) {
  private static final int WIDTH = 600;
  private static final int RIGHT = 545;
  private static final int TOP = 6;
  private static final int ROW = 32;

  /**
   * The bar of one variant.
   *
   * @param end number at its end: the sum of the pieces, unless something is not drawn
   */
  public record Bar(String label, List<Piece> pieces, double end) {
    public Bar(String label, List<Piece> pieces) {
      this(label, pieces, total(pieces));
    }

    private static double total(List<Piece> pieces) {
      return pieces.stream().mapToDouble(Piece::value).sum();
    }
  }

  /** The piece of one container, in the colour of its part. */
  public record Piece(String name, String color, double value) {}

  public String markup() {
    int bottom = TOP + bars.size() * ROW;
    int left = Svg.left(bars.stream().map(Bar::label));
    int right = RIGHT + Svg.wider(left);
    Svg svg = new Svg(WIDTH + Svg.wider(left), bottom + 40, title);
    Axis axis =
        Axis.around(bars.stream().map(bar -> Bar.total(bar.pieces())).toList(), left, right);
    for (double tick : axis.ticks()) {
      svg.line("class=\"grid\"", axis.place(tick), TOP, axis.place(tick), bottom);
      svg.text(
          "class=\"axis\" text-anchor=\"middle\"", axis.place(tick), bottom + 16, axis.label(tick));
    }
    svg.text("class=\"axis\" text-anchor=\"middle\"", (left + right) / 2.0, bottom + 33, unit);
    for (int i = 0; i < bars.size(); i++) {
      bar(svg, axis, bars.get(i), TOP + i * ROW);
    }
    return svg.markup();
  }

  private void bar(Svg svg, Axis axis, Bar bar, double top) {
    svg.text("text-anchor=\"end\"", axis.left() - Svg.GAP, top + ROW / 2.0 + 4, bar.label());
    double sum = 0;
    for (Piece piece : bar.pieces()) {
      String tip = "%s: %s %s".formatted(piece.name(), Amounts.digits(piece.value()), unit);
      double from = axis.place(sum);
      sum += piece.value();
      svg.rectangle(
          "class=\"gap\" style=\"fill:var(--%s)\"".formatted(piece.color()),
          from,
          top + 6,
          axis.place(sum) - from,
          ROW - 12.0,
          tip);
    }
    svg.text("class=\"soft\"", axis.place(sum) + 8, top + ROW / 2.0 + 4, Amounts.digits(bar.end()));
  }
}
