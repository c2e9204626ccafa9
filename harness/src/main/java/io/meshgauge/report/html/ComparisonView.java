package io.meshgauge.report.html;

import static java.util.Map.entry;

import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.Unit;
import io.meshgauge.measure.Warning;
import io.meshgauge.report.Arm;
import io.meshgauge.report.Contrast;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.Report;
import io.meshgauge.report.html.IntervalChart.Mark;
import io.meshgauge.report.html.IntervalChart.Row;
import io.meshgauge.report.html.IntervalChart.Shape;
import io.meshgauge.stats.Comparison;
import io.meshgauge.stats.Interval;
import io.meshgauge.stats.NoiseFloor;
import io.meshgauge.stats.Summary;
import io.meshgauge.stats.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Variants of one plan against one other arm: charts of the differences, and all numbers.
 *
 * @param contrasts all of them against that arm
 * @param reference what it is called in a sentence
 * @param drawn metrics of which differences are drawn
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
        report, plan, palette, plan.contrasts(), "the baseline", plan.emphasis().charts());
  }

  /** What is put on a mesh against the mesh without it, a view for each mesh. */
  static List<ComparisonView> additions(Report report, PlanReport plan, Palette palette) {
    return plan.additions().stream()
        .map(contrast -> contrast.reference().name())
        .distinct()
        .map(
            name ->
                new ComparisonView(
                    report,
                    plan,
                    palette,
                    plan.additions().stream()
                        .filter(it -> it.reference().name().equals(name))
                        .toList(),
                    name,
                    plan.emphasis().added()))
        .toList();
  }

  Map<String, Object> model() {
    List<Metric> first =
        Stream.concat(drawn.stream(), plan.emphasis().headlines().stream()).distinct().toList();
    List<Metric> others =
        Arrays.stream(Metric.values()).filter(metric -> !first.contains(metric)).toList();
    return Map.of(
        "reference",
        reference,
        "any",
        !contrasts.isEmpty(),
        "charts",
        drawn.stream().map(this::chart).flatMap(Optional::stream).toList(),
        "groups",
        first.stream().map(this::group).flatMap(Optional::stream).toList(),
        "others",
        others.stream().map(this::group).flatMap(Optional::stream).toList());
  }

  private List<Comparison> found(Metric metric) {
    return contrasts.stream().flatMap(contrast -> contrast.on(metric).stream()).toList();
  }

  private Optional<Map<String, Object>> chart(Metric metric) {
    List<Row> rows = new ArrayList<>();
    for (Contrast contrast : contrasts) {
      contrast.on(metric).ifPresent(found -> rows.add(row(contrast.arm(), found)));
    }
    if (rows.isEmpty()) {
      return Optional.empty();
    }
    Unit unit = metric.unit();
    double floor = found(metric).get(0).noiseFloor().map(NoiseFloor::absolute).orElse(0.0);
    String title = metric.title() + ", difference from " + reference;
    IntervalChart chart =
        new IntervalChart(
            title, Amounts.symbol(unit), rows, Amounts.scaled(unit, floor), Shape.DIFFERENCE);
    return Optional.of(
        Map.of("title", metric.title(), "svg", chart.markup(), "source", source(metric)));
  }

  private Row row(Arm arm, Comparison found) {
    Unit unit = found.metric().unit();
    double absolute = found.difference().absolute();
    Interval interval = found.difference().interval().orElse(new Interval(absolute, absolute));
    boolean told = found.verdict() != Verdict.INDISTINGUISHABLE;
    Mark mark =
        new Mark(
            Amounts.scaled(unit, interval.low()),
            Amounts.scaled(unit, found.difference().absolute()),
            Amounts.scaled(unit, interval.high()),
            told
                ? Amounts.signed(unit, found.difference().absolute()) + relative(found, " (%s)")
                : "~ not distinguishable");
    return new Row(arm.label(), palette.slot(arm), List.of(mark));
  }

  private static String relative(Comparison found, String format) {
    return found.difference().relative().isPresent()
        ? format.formatted(Amounts.change(found.difference().relative().getAsDouble()))
        : "";
  }

  private Optional<Map<String, Object>> group(Metric metric) {
    List<Comparison> all = found(metric);
    if (all.isEmpty()) {
      return Optional.empty();
    }
    Unit unit = metric.unit();
    Summary baseline = all.get(0).baseline();
    List<Map<String, Object>> rows = new ArrayList<>();
    for (Contrast contrast : contrasts) {
      contrast.on(metric).ifPresent(found -> rows.add(line(contrast.arm(), found)));
    }
    return Optional.of(
        Map.of(
            "title",
            metric.title() + (Amounts.symbol(unit).isEmpty() ? "" : ", " + Amounts.symbol(unit)),
            "reference",
            reference,
            "from",
            Amounts.text(unit, baseline.median()),
            "range",
            range(unit, baseline),
            "floor",
            all.get(0)
                .noiseFloor()
                .map(floor -> Amounts.text(unit, floor.absolute()))
                .orElse("not measured"),
            "rows",
            rows,
            "source",
            source(metric)));
  }

  /** The interval of a median with the level that it has. */
  private static String range(Unit unit, Summary of) {
    return of.interval()
        .map(
            it ->
                "%s, %s %%"
                    .formatted(
                        Amounts.interval(unit, it.low(), it.high()),
                        Amounts.fixed(100 * of.level(), 0)))
        .orElse("one run, no interval");
  }

  private Map<String, Object> line(Arm arm, Comparison found) {
    Unit unit = found.metric().unit();
    String change = relative(found, "%s");
    double mannWhitney = found.tests().mannWhitney().p();
    return Map.ofEntries(
        entry("name", arm.name()),
        entry("model", arm.isModel()),
        entry("slot", palette.slot(arm)),
        entry("value", Amounts.number(unit, found.variant().median())),
        entry("n", found.variant().n()),
        entry("difference", Amounts.signed(unit, found.difference().absolute())),
        entry("change", change.isEmpty() ? "–" : change),
        entry(
            "interval",
            found
                .difference()
                .interval()
                .map(
                    it -> Amounts.signed(unit, it.low()) + " to " + Amounts.signed(unit, it.high()))
                .orElse("–")),
        entry(
            "effect",
            found.tests().effectSize().map(size -> Amounts.digits(size.cohensD())).orElse("–")),
        entry(
            "p",
            found.tests().adjustedP().isPresent()
                ? Amounts.probability(found.tests().adjustedP().getAsDouble())
                : "–"),
        entry("rankP", Double.isFinite(mannWhitney) ? Amounts.probability(mannWhitney) : "–"),
        entry("tilde", found.verdict() == Verdict.INDISTINGUISHABLE),
        entry("worse", found.worse()),
        entry("better", found.better()),
        entry("notes", report.own(plan, found).stream().map(Warning::text).toList()));
  }

  private String source(Metric metric) {
    return PlanView.source(plan, metric);
  }
}
