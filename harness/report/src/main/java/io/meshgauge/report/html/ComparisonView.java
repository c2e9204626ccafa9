package io.meshgauge.report.html;

import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.Unit;
import io.meshgauge.report.Contrast;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.Report;
import io.meshgauge.report.arm.Arm;
import io.meshgauge.report.html.chart.IntervalChart;
import io.meshgauge.report.html.chart.IntervalChart.Mark;
import io.meshgauge.report.html.chart.IntervalChart.Row;
import io.meshgauge.report.html.chart.IntervalChart.Shape;
import io.meshgauge.report.html.chart.Palette;
import io.meshgauge.report.table.ComparisonTables;
import io.meshgauge.report.table.Table;
import io.meshgauge.stats.Comparison;
import io.meshgauge.stats.Interval;
import io.meshgauge.stats.NoiseFloor;
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

  /** The metrics that matter most under the plan. */
  TableView table() {
    return TableView.of(details(leading()), palette);
  }

  /** All other metrics. */
  TableView others() {
    List<Metric> leading = leading();
    List<Metric> others =
        Arrays.stream(Metric.values()).filter(metric -> !leading.contains(metric)).toList();
    return TableView.of(
        details(others).titled(Messages.get("table.differences-other", reference), ""), palette);
  }

  private Table details(List<Metric> metrics) {
    return ComparisonTables.details(report, plan, contrasts, reference, metrics);
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
    return Optional.of(new Chart(metric.title(), chart.markup(), plan.source(metric)));
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
                : found.verdict().symbol() + " " + ComparisonTables.same(found));
    return new Row(arm.label(), palette.slot(arm), List.of(mark));
  }

  private static String relative(Comparison found, String format) {
    return found.difference().relative().isPresent()
        ? format.formatted(Amounts.change(found.difference().relative().getAsDouble()))
        : "";
  }

  record Chart(String title, String svg, String source) {}
}
