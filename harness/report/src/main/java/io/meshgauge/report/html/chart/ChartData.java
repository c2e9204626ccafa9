package io.meshgauge.report.html.chart;

import io.meshgauge.report.PlanReport;
import io.meshgauge.report.Report;
import io.meshgauge.report.VisibleText;
import io.meshgauge.report.arm.Arm;
import io.meshgauge.report.table.PercentilePoint;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The numbers of the line charts, as JSON that is safe inside a script element. */
public final class ChartData {
  /** Distance of two points of a curve, in decades of rarity: p0, p10.9 … p90 has number 20. */
  private static final double STEP = 0.05;

  private static final int FEWEST_POINTS = 20;
  private static final int DIGITS = 4;

  private final Report report;
  private final Palette palette;

  /** The data of the charts of a report. */
  public ChartData(Report report, Palette palette) {
    this.report = report;
    this.palette = palette;
  }

  /** The text inside the script element. */
  public String json() {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    ArrayNode plans = node.putArray("plans");
    for (PlanReport plan : report.plans()) {
      ObjectNode one = plans.addObject();
      one.put("name", VisibleText.of(plan.name()));
      percentiles(one.putObject("percentiles"), plan);
      // A soak has charts of its windows, and as many seconds as it lasts.
      if (!plan.plan().isSoak()) {
        Timeline.of(report, plan).write(one.putObject("timeline"), this::named);
      }
    }
    return ScriptJson.of(node);
  }

  private void percentiles(ObjectNode node, PlanReport plan) {
    List<Arm> arms = plan.arms().stream().filter(arm -> !arm.response().isEmpty()).toList();
    long most = arms.stream().mapToLong(arm -> arm.response().count()).max().orElse(1);
    double nines = Math.log10(Math.max(1, (double) most / PercentilePoint.REQUESTS_BEYOND));
    int last = (int) Math.max(FEWEST_POINTS, Math.floor(nines / STEP));
    double[] grid = IntStream.rangeClosed(0, last).mapToDouble(i -> i * STEP).toArray();
    ArrayNode x = node.putArray("x");
    for (double at : grid) {
      add(x, at, DIGITS);
    }
    double[] percentiles = Arrays.stream(grid).map(at -> 100 * (1 - Math.pow(10, -at))).toArray();
    ArrayNode series = node.putArray("series");
    for (Arm arm : arms) {
      ObjectNode one = named(arm);
      series.add(one);
      ArrayNode y = one.putArray("y");
      ArrayNode low = one.putArray("low");
      ArrayNode high = one.putArray("high");
      for (PercentilePoint point : PercentilePoint.of(arm, percentiles)) {
        add(y, point.together(), DIGITS);
        add(low, point.low(), DIGITS);
        add(high, point.high(), DIGITS);
      }
    }
  }

  /** The name and the colour of an arm. */
  private ObjectNode named(Arm arm) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("name", VisibleText.of(arm.label()))
        .put("slot", palette.slot(arm));
  }

  /** Adds a value with so many significant digits, or null for NaN. */
  static void add(ArrayNode values, double value, int digits) {
    if (Double.isNaN(value)) {
      values.addNull();
      return;
    }
    double rounded = new BigDecimal(value).round(new MathContext(digits)).doubleValue();
    // "120" is shorter than "120.0", and most counts are whole.
    if (rounded == Math.rint(rounded) && Math.abs(rounded) < 1e9) {
      values.add((long) rounded);
    } else {
      values.add(rounded);
    }
  }
}
