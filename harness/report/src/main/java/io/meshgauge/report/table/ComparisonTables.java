package io.meshgauge.report.table;

import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.Unit;
import io.meshgauge.measure.Warning;
import io.meshgauge.report.Contrast;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.Report;
import io.meshgauge.report.arm.Arm;
import io.meshgauge.report.table.Cell.Look;
import io.meshgauge.report.table.Table.Group;
import io.meshgauge.stats.Comparison;
import io.meshgauge.stats.Difference;
import io.meshgauge.stats.Interval;
import io.meshgauge.stats.Summary;
import io.meshgauge.stats.Verdict;
import io.meshgauge.text.Messages;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** Tables of comparisons of arms. */
public final class ComparisonTables {
  /** Pairs have long names: more columns would not fit a line. */
  private static final int PAIRED_METRICS = 3;

  private ComparisonTables() {}

  /** The differences from the baseline that matter most under a plan, in per cent. */
  public static Table summary(PlanReport plan) {
    List<Metric> metrics =
        plan.emphasis().headlines().stream()
            .filter(metric -> plan.contrasts().stream().anyMatch(it -> it.on(metric).isPresent()))
            .toList();
    Columns<Contrast> columns = Columns.ofArms(Contrast::arm);
    for (Metric metric : metrics) {
      columns.value(
          Cell.of(metric.brief()),
          contrast -> contrast.on(metric).map(ComparisonTables::sentence).orElse(Cell.NONE));
    }
    return columns.table("", "", plan.contrasts());
  }

  /** A difference as it is read aloud, for example {@code +74 % (+58 % to +92 %)}. */
  static Cell sentence(Comparison found) {
    Difference difference = found.difference();
    String sign = sign(found);
    Unit unit = found.metric().unit();
    if (difference.relative().isEmpty()) {
      return Cell.of(
          sign
              + Amounts.difference(unit, difference.absolute())
              + bracketed(
                  difference.interval().map(it -> Amounts.interval(unit, it.low(), it.high()))));
    }
    return Cell.of(
        sign
            + Amounts.change(difference.relative().getAsDouble())
            + bracketed(
                difference
                    .relativeInterval()
                    .map(
                        it -> Amounts.range(Amounts.change(it.low()), Amounts.change(it.high())))));
  }

  private static String bracketed(Optional<String> range) {
    return range.map(" (%s)"::formatted).orElse("");
  }

  private static String sign(Comparison found) {
    return found.verdict().differs() ? "" : found.verdict().symbol() + " ";
  }

  /** What policies, telemetry and settings cost: differences from the same mesh without them. */
  public static Table additions(PlanReport plan) {
    return differences(
        new Columns<Contrast>()
            .text("table.added-by", it -> it.arm().label())
            .text("table.added-to", it -> it.reference().name()),
        plan.additions(),
        plan.emphasis().added(),
        false);
  }

  /** Every other pair of variants, in per cent. */
  public static Table pairs(PlanReport plan) {
    return differences(
        new Columns<Contrast>()
            .text("table.variant", it -> it.arm().label())
            .text("table.against", it -> it.reference().name()),
        plan.pairs(),
        plan.emphasis().headlines().subList(0, PAIRED_METRICS),
        true);
  }

  private static Table differences(
      Columns<Contrast> columns, List<Contrast> contrasts, List<Metric> metrics, boolean percent) {
    for (Metric metric : metrics) {
      String unit = percent ? "%" : Amounts.symbol(metric.unit());
      columns.value(
          Cell.of(metric.brief() + ", " + unit),
          contrast -> contrast.on(metric).map(it -> difference(it, percent)).orElse(Cell.NONE));
    }
    boolean holm =
        metrics.stream()
            .flatMap(metric -> contrasts.stream().flatMap(it -> it.on(metric).stream()))
            .anyMatch(found -> correctionDecides(found, percent));
    return columns.table("", holm ? Messages.get("table.holm-note") : "", contrasts);
  }

  /** Whether a difference is undecided although its interval excludes 0. */
  private static boolean correctionDecides(Comparison found, boolean percent) {
    return found.verdict() == Verdict.UNDECIDED
        && interval(found, percent).filter(it -> !it.contains(0)).isPresent();
  }

  /**
   * The sign where no difference is claimed, the difference and its interval. A difference from
   * nothing has no share: it is in the unit of the metric.
   */
  private static Cell difference(Comparison found, boolean percent) {
    Unit unit = found.metric().unit();
    OptionalDouble relative = found.difference().relative();
    double absolute = found.difference().absolute();
    String sign = sign(found);
    if (percent && relative.isPresent()) {
      return Cell.of(sign + percent(relative.getAsDouble()))
          .within(found.difference().relativeInterval(), ComparisonTables::percent);
    }
    return Cell.of(
            sign + (percent ? Amounts.difference(unit, absolute) : Amounts.signed(unit, absolute)))
        .within(found.difference().interval(), end -> Amounts.signed(unit, end));
  }

  private static String percent(double share) {
    String number = Amounts.fixed(100 * share, 1);
    return number.startsWith("-") ? number : "+" + number;
  }

  private static Optional<Interval> interval(Comparison found, boolean percent) {
    return percent ? found.difference().relativeInterval() : found.difference().interval();
  }

  /** One comparison of an arm with another. */
  private record Line(Arm arm, Comparison found) {}

  /**
   * All numbers of several metrics, under a head for each that shows the arm they are compared
   * with.
   *
   * @param contrasts all of them against that arm
   * @param reference name of that arm in a sentence
   */
  public static Table details(
      Report report,
      PlanReport plan,
      List<Contrast> contrasts,
      String reference,
      List<Metric> metrics) {
    Columns<Line> columns =
        Columns.ofArms(Line::arm)
            .number("table.median", it -> value(it.found()))
            .number("table.difference", it -> difference(it.found()))
            .number("table.change", it -> change(it.found()))
            .number("table.interval-95", it -> interval(it.found()))
            .value(
                Cell.of("d"),
                it ->
                    Cell.of(it.found().tests().effectSize().map(d -> Amounts.digits(d.cohensD()))))
            .value("table.p-holm", it -> p(it.found().adjustedP()))
            .value(Cell.of("p (MW)"), it -> p(finite(it.found().tests().mannWhitney().p())))
            .cell("table.verdict", it -> verdict(report, plan, it.found()));
    List<Group> groups = new ArrayList<>();
    for (Metric metric : metrics) {
      List<Line> lines = new ArrayList<>();
      contrasts.forEach(
          contrast -> contrast.on(metric).ifPresent(it -> lines.add(new Line(contrast.arm(), it))));
      if (!lines.isEmpty()) {
        Cell head = Cell.of(title(metric));
        String itself = reference(plan, reference, lines.get(0).found());
        groups.add(columns.group(List.of(head.with("", itself)), lines));
      }
    }
    return columns.grouped(
        Messages.get("table.differences", reference),
        Messages.get("table.differences-note"),
        groups);
  }

  private static String reference(PlanReport plan, String reference, Comparison found) {
    Unit unit = found.metric().unit();
    Summary baseline = found.baseline();
    String range =
        baseline
            .interval()
            .map(
                it ->
                    "%s, %s %%"
                        .formatted(
                            Amounts.interval(unit, it.low(), it.high()),
                            Amounts.fixed(100 * baseline.level(), 0)))
            .orElseGet(() -> Messages.get("table.one-run"));
    String floor =
        found
            .noiseFloor()
            .map(it -> "±" + Amounts.text(unit, it.absolute()))
            .orElseGet(() -> Messages.get("table.not-measured"));
    return Messages.get(
        "table.reference-itself",
        reference,
        Amounts.text(unit, baseline.median()),
        range,
        floor,
        plan.source(found.metric()));
  }

  private static Cell verdict(Report report, PlanReport plan, Comparison found) {
    return Cell.of(verdict(found))
        .as(found.better() ? Look.BETTER : found.worse() ? Look.WORSE : Look.FAINT)
        .with(
            "",
            report.own(plan, found).stream().map(Warning::text).collect(Collectors.joining(" ")));
  }

  /** A metric with the unit of its values. */
  public static String title(Metric metric) {
    String symbol = Amounts.symbol(metric.unit());
    return metric.title() + (symbol.isEmpty() ? "" : ", " + symbol);
  }

  /** The median of the variant. */
  public static String value(Comparison found) {
    return Amounts.number(found.metric().unit(), found.variant().median());
  }

  /** The difference in the unit of the metric. */
  public static String difference(Comparison found) {
    return Amounts.signed(found.metric().unit(), found.difference().absolute());
  }

  /** The difference as a share of the reference. */
  public static String change(Comparison found) {
    OptionalDouble relative = found.difference().relative();
    return relative.isPresent() ? Amounts.change(relative.getAsDouble()) : Cell.NONE.text();
  }

  /** The interval of the difference. */
  public static String interval(Comparison found) {
    Unit unit = found.metric().unit();
    return found
        .difference()
        .interval()
        .map(it -> Amounts.range(Amounts.signed(unit, it.low()), Amounts.signed(unit, it.high())))
        .orElse(Cell.NONE.text());
  }

  /** What is found, in a word. */
  public static String verdict(Comparison found) {
    return found.verdict().differs()
        ? Messages.get(found.better() ? "table.better" : "table.worse")
        : found.verdict().symbol() + " " + same(found);
  }

  /** What is found where no difference is claimed. */
  public static String same(Comparison found) {
    return Messages.get(
        found.verdict() == Verdict.EQUIVALENT ? "table.equivalent" : "table.undecided");
  }

  private static Cell p(OptionalDouble p) {
    return p.isPresent() ? Cell.of(Amounts.probability(p.getAsDouble())) : Cell.NONE;
  }

  private static OptionalDouble finite(double p) {
    return Double.isFinite(p) ? OptionalDouble.of(p) : OptionalDouble.empty();
  }
}
