package io.meshgauge.report.html;

import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.Unit;
import io.meshgauge.measure.Warning;
import io.meshgauge.report.Arm;
import io.meshgauge.report.Contrast;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.Report;
import io.meshgauge.report.html.chart.IntervalChart;
import io.meshgauge.report.html.chart.IntervalChart.Mark;
import io.meshgauge.report.html.chart.IntervalChart.Row;
import io.meshgauge.report.html.chart.IntervalChart.Shape;
import io.meshgauge.report.html.chart.Palette;
import io.meshgauge.stats.Comparison;
import io.meshgauge.stats.Interval;
import io.meshgauge.stats.NoiseFloor;
import io.meshgauge.stats.Summary;
import io.meshgauge.stats.Verdict;
import io.meshgauge.text.Messages;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Variants of one plan against one other arm: charts of the differences, and all numbers.
 *
 * @param contrasts all of them against that arm
 * @param reference name of that arm in a sentence
 * @param drawn metrics whose differences are drawn
 */
record ComparisonView(
    Report report,
    PlanReport plan,
    Palette palette,
    List<Contrast> contrasts,
    String reference,
    List<Metric> drawn) {

  /** Every variant against the baseline. */
  static ComparisonView withBaseline(Report report, PlanReport plan, Palette palette) {
    return new ComparisonView(
        report,
        plan,
        palette,
        plan.contrasts(),
        Messages.get("view.the-baseline"),
        plan.emphasis().charts());
  }

  /** Each add-on (policy, telemetry, setting) against its mesh without it, a view for each mesh. */
  static List<ComparisonView> additions(Report report, PlanReport plan, Palette palette) {
    return byReference(report, plan, palette, plan.additions());
  }

  /** Every other pair of variants, a view for each reference. */
  static List<ComparisonView> pairs(Report report, PlanReport plan, Palette palette) {
    return byReference(report, plan, palette, plan.pairs());
  }

  private static List<ComparisonView> byReference(
      Report report, PlanReport plan, Palette palette, List<Contrast> contrasts) {
    return contrasts.stream()
        .map(contrast -> contrast.reference().name())
        .distinct()
        .map(
            name ->
                new ComparisonView(
                    report,
                    plan,
                    palette,
                    contrasts.stream().filter(it -> it.reference().name().equals(name)).toList(),
                    name,
                    plan.emphasis().added()))
        .toList();
  }

  boolean any() {
    return !contrasts.isEmpty();
  }

  List<Chart> charts() {
    return drawn.stream().map(this::chart).flatMap(Optional::stream).toList();
  }

  /** Tables of the metrics that matter most under the plan. */
  List<Group> groups() {
    return leading().stream().map(this::group).flatMap(Optional::stream).toList();
  }

  /** Tables of all other metrics. */
  List<Group> others() {
    List<Metric> leading = leading();
    return Arrays.stream(Metric.values())
        .filter(metric -> !leading.contains(metric))
        .map(this::group)
        .flatMap(Optional::stream)
        .toList();
  }

  private List<Metric> leading() {
    return Stream.concat(drawn.stream(), plan.emphasis().headlines().stream()).distinct().toList();
  }

  private List<Comparison> found(Metric metric) {
    return contrasts.stream().flatMap(contrast -> contrast.on(metric).stream()).toList();
  }

  private Optional<Chart> chart(Metric metric) {
    List<Row> rows = new ArrayList<>();
    for (Contrast contrast : contrasts) {
      contrast.on(metric).ifPresent(found -> rows.add(row(contrast.arm(), found)));
    }
    if (rows.isEmpty()) {
      return Optional.empty();
    }
    Unit unit = metric.unit();
    double floor = found(metric).get(0).noiseFloor().map(NoiseFloor::absolute).orElse(0.0);
    String title = Messages.get("view.difference-from", metric.title(), reference);
    IntervalChart chart =
        new IntervalChart(
            title, Amounts.symbol(unit), rows, Amounts.scaled(unit, floor), Shape.DIFFERENCE);
    return Optional.of(new Chart(metric.title(), chart.markup(), PlanView.source(plan, metric)));
  }

  private Row row(Arm arm, Comparison found) {
    Unit unit = found.metric().unit();
    double absolute = found.difference().absolute();
    Interval interval = found.difference().interval().orElse(new Interval(absolute, absolute));
    Mark mark =
        new Mark(
            Amounts.scaled(unit, interval.low()),
            Amounts.scaled(unit, found.difference().absolute()),
            Amounts.scaled(unit, interval.high()),
            found.verdict().differs()
                ? Amounts.signed(unit, found.difference().absolute()) + relative(found, " (%s)")
                : found.verdict().symbol() + " " + words(found));
    return new Row(arm.label(), palette.slot(arm), List.of(mark));
  }

  /** What is found where no difference is claimed. */
  private static String words(Comparison found) {
    return found.verdict() == Verdict.EQUIVALENT
        ? Messages.get("view.equivalent")
        : Messages.get("view.undecided");
  }

  private static String relative(Comparison found, String format) {
    return found.difference().relative().isPresent()
        ? format.formatted(Amounts.change(found.difference().relative().getAsDouble()))
        : "";
  }

  private Optional<Group> group(Metric metric) {
    List<Line> rows = new ArrayList<>();
    for (Contrast contrast : contrasts) {
      Arm arm = contrast.arm();
      contrast
          .on(metric)
          .ifPresent(
              found -> rows.add(new Line(arm, palette.slot(arm), found, report.own(plan, found))));
    }
    return rows.isEmpty()
        ? Optional.empty()
        : Optional.of(new Group(metric, rows, PlanView.source(plan, metric)));
  }

  /** A metric with the unit of its values. */
  static String title(Metric metric) {
    String symbol = Amounts.symbol(metric.unit());
    return metric.title() + (symbol.isEmpty() ? "" : ", " + symbol);
  }

  record Chart(String title, String svg, String source) {}

  /** The table of one metric; its head shows the median of the reference. */
  record Group(Metric metric, List<Line> rows, String source) {
    String title() {
      return ComparisonView.title(metric);
    }

    String from() {
      return Amounts.text(metric.unit(), baseline().median());
    }

    /** The interval of the median with its level. */
    String range() {
      return baseline()
          .interval()
          .map(
              it ->
                  "%s, %s %%"
                      .formatted(
                          Amounts.interval(metric.unit(), it.low(), it.high()),
                          Amounts.fixed(100 * baseline().level(), 0)))
          .orElseGet(() -> Messages.get("view.one-run"));
    }

    String floor() {
      return rows.get(0)
          .found()
          .noiseFloor()
          .map(floor -> "±" + Amounts.text(metric.unit(), floor.absolute()))
          .orElseGet(() -> Messages.get("view.floor-not-measured"));
    }

    private Summary baseline() {
      return rows.get(0).found().baseline();
    }
  }

  /** Row of one variant. */
  record Line(Arm arm, int slot, Comparison found, List<Warning> notes) {
    String value() {
      return Amounts.number(unit(), found.variant().median());
    }

    String difference() {
      return Amounts.signed(unit(), found.difference().absolute());
    }

    String change() {
      String change = relative(found, "%s");
      return change.isEmpty() ? "–" : change;
    }

    String interval() {
      return found
          .difference()
          .interval()
          .map(
              it ->
                  Amounts.range(
                      Amounts.signed(unit(), it.low()), Amounts.signed(unit(), it.high())))
          .orElse("–");
    }

    String effect() {
      return found.tests().effectSize().map(size -> Amounts.digits(size.cohensD())).orElse("–");
    }

    String p() {
      return found.adjustedP().isPresent()
          ? Amounts.probability(found.adjustedP().getAsDouble())
          : "–";
    }

    String rankP() {
      double p = found.tests().mannWhitney().p();
      return Double.isFinite(p) ? Amounts.probability(p) : "–";
    }

    /** The sign in place of a colour where no difference is claimed. */
    boolean tilde() {
      return !found.verdict().differs();
    }

    String words() {
      return ComparisonView.words(found);
    }

    String sign() {
      return found.verdict().symbol();
    }

    /** The verdict as text alone. */
    String verdict() {
      if (tilde()) {
        return sign() + " " + words();
      }
      return found.better() ? Messages.get("view.better") : Messages.get("view.worse");
    }

    private Unit unit() {
      return found.metric().unit();
    }
  }
}
