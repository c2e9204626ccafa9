package io.meshgauge.report.html;

import io.meshgauge.experiment.Run;
import io.meshgauge.measure.LatencyHistogram;
import io.meshgauge.measure.LoadResult.SecondSample;
import io.meshgauge.measure.StreamResult;
import io.meshgauge.report.Arm;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.Report;
import io.meshgauge.report.ReportText;
import io.meshgauge.report.VisibleText;
import io.meshgauge.report.html.chart.Palette;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The numbers of the line charts, as JSON that is safe inside a script element. */
final class ChartData {
  /** A curve ends at the percentile that fewer requests than this exceed. */
  static final int REQUESTS_BEYOND = 10;

  private static final double STEP = 0.05;

  private final Report report;
  private final Palette palette;

  ChartData(Report report, Palette palette) {
    this.report = report;
    this.palette = palette;
  }

  String json() {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    ArrayNode plans = node.putArray("plans");
    for (PlanReport plan : report.plans()) {
      ObjectNode one = plans.addObject();
      one.put("name", VisibleText.of(plan.name()));
      percentiles(one.putObject("percentiles"), plan);
      timeline(one.putObject("timeline"), plan);
    }
    return ScriptJson.of(node);
  }

  private void percentiles(ObjectNode node, PlanReport plan) {
    List<Arm> arms = plan.arms().stream().filter(arm -> !arm.response().isEmpty()).toList();
    long most = arms.stream().mapToLong(arm -> arm.response().count()).max().orElse(1);
    int points = points(most);
    ArrayNode x = node.putArray("x");
    for (int i = 0; i <= points; i++) {
      x.add(rounded(i * STEP));
    }
    ArrayNode series = node.putArray("series");
    for (Arm arm : arms) {
      ArrayNode y = series(series, arm).putArray("y");
      LatencyHistogram response = arm.response();
      int own = points(response.count());
      for (int i = 0; i <= points; i++) {
        double percentile = 100 * (1 - Math.pow(10, -i * STEP));
        if (i <= own) {
          y.add(rounded(response.seconds(percentile) * 1e3));
        } else {
          y.addNull();
        }
      }
    }
  }

  private static int points(long count) {
    double nines = Math.log10(Math.max(1, (double) count / REQUESTS_BEYOND));
    return (int) Math.max(20, Math.floor(nines / STEP));
  }

  private void timeline(ObjectNode node, PlanReport plan) {
    List<Run> runs =
        report.session().runs().stream()
            .filter(run -> run.trial().plan().name().equals(plan.name()))
            .filter(run -> run.measuredLoad().isPresent() || run.measuredStream().isPresent())
            .sorted(Comparator.comparingInt(run -> run.trial().position()))
            .toList();
    ArrayNode bands = node.putArray("runs");
    ArrayNode x = node.putArray("x");
    int from = 0;
    for (Run run : runs) {
      int length = length(run);
      for (int second = 0; second < length; second++) {
        x.add(from + second);
      }
      // A point without a value keeps the lines of neighbouring runs of one arm apart.
      x.add(from + length - 0.5);
      bands
          .addObject()
          .put("from", from)
          .put("to", from + length)
          .put("position", run.trial().position())
          .put("outcome", ReportText.of(run.outcome()));
      from += length;
    }
    ArrayNode series = node.putArray("series");
    for (Arm arm : plan.arms()) {
      ObjectNode one = series(series, arm);
      lines(plan).forEach(line -> line(one.putArray(line.name()), runs, arm, line.values()));
    }
  }

  private static int length(Run run) {
    return run.seconds().size()
        + run.measuredStream().map(stream -> stream.seconds().size()).orElse(0);
  }

  /** Lines over time, always in the same order: the same archive makes the same page. */
  private static List<Line> lines(PlanReport plan) {
    return plan.plan().isStream()
        ? List.of(
            new Line("throughput", run -> stream(run).mapToDouble(it -> it.bitsPerSecond() / 1e9)),
            new Line("again", run -> stream(run).mapToDouble(StreamResult.Second::retransmits)))
        : List.of(
            new Line("p99", run -> run.seconds().stream().mapToDouble(it -> it.p99Seconds() * 1e3)),
            new Line(
                "completed", run -> run.seconds().stream().mapToDouble(SecondSample::completed)));
  }

  /** A line of a chart over time: a value for each second of a run. */
  private record Line(String name, Function<Run, DoubleStream> values) {}

  private static Stream<StreamResult.Second> stream(Run run) {
    return run.measuredStream().stream().flatMap(found -> found.seconds().stream());
  }

  private static void line(
      ArrayNode line, List<Run> runs, Arm arm, Function<Run, DoubleStream> values) {
    for (Run run : runs) {
      if (run.trial().variant().name().equals(arm.name())) {
        values.apply(run).forEach(value -> line.add(rounded(value)));
      } else {
        IntStream.range(0, length(run)).forEach(second -> line.addNull());
      }
      line.addNull();
    }
  }

  private ObjectNode series(ArrayNode all, Arm arm) {
    ObjectNode one = all.addObject();
    one.put("name", VisibleText.of(arm.label()));
    one.put("slot", palette.slot(arm));
    return one;
  }

  private static double rounded(double value) {
    return Math.round(value * 1e4) / 1e4;
  }
}
