package io.meshgauge.report.html.chart;

import com.samskivert.mustache.Escapers;
import io.meshgauge.measure.Amounts;
import io.meshgauge.report.VisibleText;
import java.util.stream.Stream;

/** Builder of an SVG drawing, which needs no script, scales, and follows the page's colours. */
public final class Svg {
  /** Usual width of the left margin, which holds the names. */
  private static final int USUAL = 172;

  /** Gap between a name and its row. */
  public static final int GAP = 14;

  /** Upper estimate of the width of a letter. */
  private static final double LETTER = 7.5;

  private final StringBuilder body = new StringBuilder();
  private final int width;
  private final int height;
  private final String title;

  public Svg(int width, int height, String title) {
    this.width = width;
    this.height = height;
    this.title = title;
  }

  /** Width of the left margin that fits all names and the gap after them. */
  public static int left(Stream<String> names) {
    int longest = names.map(VisibleText::of).mapToInt(String::length).max().orElse(0);
    return Math.max(USUAL, (int) Math.ceil(longest * LETTER) + GAP);
  }

  /** Extra width of a drawing with such a margin. */
  public static int wider(int left) {
    return left - USUAL;
  }

  public Svg line(String style, double x1, double y1, double x2, double y2) {
    return element(
        "<line %s x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%s\"/>",
        style, at(x1), at(y1), at(x2), at(y2));
  }

  public Svg rectangle(String style, double x, double y, double w, double h, String tip) {
    return element(
        "<rect %s x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\"><title>%s</title></rect>",
        style, at(x), at(y), at(Math.max(0, w)), at(h), escaped(tip));
  }

  public Svg polyline(String style, double[] x, double[] y, String tip) {
    return through("polyline", style, x, y, tip);
  }

  public Svg polygon(String style, double[] x, double[] y, String tip) {
    return through("polygon", style, x, y, tip);
  }

  private Svg through(String name, String style, double[] x, double[] y, String tip) {
    StringBuilder points = new StringBuilder();
    for (int i = 0; i < x.length; i++) {
      points.append(i == 0 ? "" : " ").append(at(x[i])).append(',').append(at(y[i]));
    }
    return element(
        "<%1$s %2$s points=\"%3$s\"><title>%4$s</title></%1$s>", name, style, points, escaped(tip));
  }

  public Svg circle(String style, double x, double y, double radius) {
    return element("<circle %s cx=\"%s\" cy=\"%s\" r=\"%s\"/>", style, at(x), at(y), at(radius));
  }

  public Svg diamond(String style, double x, double y, double radius) {
    return element(
        "<path %s d=\"M%s %s l%s %s l-%s %s l-%s -%s Z\"/>",
        style,
        at(x),
        at(y - radius),
        at(radius),
        at(radius),
        at(radius),
        at(radius),
        at(radius),
        at(radius));
  }

  public Svg text(String style, double x, double y, String text) {
    return element("<text %s x=\"%s\" y=\"%s\">%s</text>", style, at(x), at(y), escaped(text));
  }

  /** The drawing as an element whose title a screen reader speaks. */
  public String markup() {
    return "<svg viewBox=\"0 0 %s %s\" role=\"img\" aria-label=\"%s\">%s</svg>"
        .formatted(width, height, escaped(title), body);
  }

  private Svg element(String format, Object... values) {
    body.append(format.formatted(values));
    return this;
  }

  private static String at(double value) {
    return Amounts.fixed(value, 1);
  }

  private static String escaped(String text) {
    return Escapers.HTML.escape(VisibleText.of(text));
  }
}
