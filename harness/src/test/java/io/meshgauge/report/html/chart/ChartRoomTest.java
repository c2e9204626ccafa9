package io.meshgauge.report.html.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.report.html.chart.IntervalChart.Mark;
import io.meshgauge.report.html.chart.IntervalChart.Row;
import io.meshgauge.report.html.chart.IntervalChart.Shape;
import io.meshgauge.report.html.chart.StackedBars.Bar;
import io.meshgauge.report.html.chart.StackedBars.Piece;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Names at the left of charts end before the axis; long ones must not begin before the drawing. */
class ChartRoomTest {
  private static final String LONG = "istio-ambient-with-a-waypoint-and-an-access-log";
  private static final Pattern WIDTH = Pattern.compile("viewBox=\"0 0 (\\d+) ");
  private static final Pattern NAME = Pattern.compile("<text text-anchor=\"end\" x=\"([\\d.]+)\"");

  static Stream<List<String>> charts() {
    return Stream.of(
        List.of(differences("envoy"), differences(LONG)), List.of(bars("envoy"), bars(LONG)));
  }

  @ParameterizedTest
  @MethodSource("charts")
  void aLongNameFitsAndTheChartKeepsItsWidth(List<String> usualAndLong) {
    double usual = number(NAME, usualAndLong.get(0));
    double wide = number(NAME, usualAndLong.get(1));

    assertThat(usual).as("where short names end").isEqualTo(158);
    assertThat(wide).as("a letter has 7 units and more").isGreaterThan(LONG.length() * 7.0);
    assertThat(number(WIDTH, usualAndLong.get(1)) - wide)
        .as("what is left for the axis")
        .isEqualTo(number(WIDTH, usualAndLong.get(0)) - usual);
  }

  private static String differences(String name) {
    return new IntervalChart(
            "title",
            "ms",
            List.of(
                new Row("x", 1, List.of(new Mark(1, 2, 3, "2"))),
                new Row(name, 2, List.of(new Mark(1, 2, 3, "2")))),
            0,
            Shape.DIFFERENCE)
        .markup();
  }

  private static String bars(String name) {
    return new StackedBars(
            "title",
            "MiB",
            List.of(
                new Bar("x", List.of(new Piece("order", "s1", 3))),
                new Bar(name, List.of(new Piece("order", "s1", 3)))))
        .markup();
  }

  private static double number(Pattern pattern, String markup) {
    Matcher found = pattern.matcher(markup);
    assertThat(found.find()).isTrue();
    return Double.parseDouble(found.group(1));
  }
}
