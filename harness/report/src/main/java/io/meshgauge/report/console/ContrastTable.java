package io.meshgauge.report.console;

import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.Unit;
import io.meshgauge.report.Contrast;
import io.meshgauge.report.PlanReport;
import io.meshgauge.stats.Comparison;
import io.meshgauge.stats.Interval;
import io.meshgauge.stats.Verdict;
import io.meshgauge.text.Messages;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * Differences between variants, a row for each pair.
 *
 * @param arm title of the first column
 * @param reference title of the second column, which the first is compared with
 * @param percent whether differences are shares of the reference, or in the metric's unit
 */
record ContrastTable(
    String arm, String reference, List<Contrast> contrasts, List<Metric> metrics, boolean percent) {
  private static final String NONE = "-";

  /** Pairs have long names: more columns would not fit a line. */
  private static final int PAIRED_METRICS = 3;

  /** What policies, telemetry and settings cost: differences from the same mesh without them. */
  static ContrastTable additions(PlanReport plan) {
    return new ContrastTable(
        Messages.get("console.added-by"),
        Messages.get("console.added-to"),
        plan.additions(),
        plan.emphasis().added(),
        false);
  }

  /** Every other pair of variants. */
  static ContrastTable pairs(PlanReport plan) {
    List<Metric> metrics = plan.emphasis().headlines().subList(0, PAIRED_METRICS);
    return new ContrastTable(
        Messages.get("console.variant"),
        Messages.get("console.against"),
        plan.pairs(),
        metrics,
        true);
  }

  void print(Page page) {
    if (contrasts.isEmpty()) {
      return;
    }
    page.blank();
    page.table(table());
    if (metrics.stream().anyMatch(this::correctionDecides)) {
      page.plain(Messages.get("console.holm-note"));
    }
  }

  /** Whether a row of the metric is undecided although its interval excludes 0. */
  private boolean correctionDecides(Metric metric) {
    return contrasts.stream()
        .flatMap(contrast -> contrast.on(metric).stream())
        .filter(found -> found.verdict() == Verdict.UNDECIDED)
        .flatMap(found -> interval(found).stream())
        .anyMatch(interval -> !interval.contains(0));
  }

  private TextTable table() {
    List<String> header = new ArrayList<>(List.of(arm, reference));
    for (Metric metric : metrics) {
      String unit = percent ? "%" : Amounts.symbol(metric.unit());
      header.add(metric.brief() + ", " + unit);
    }
    TextTable table = new TextTable(Set.of(0, 1), header.toArray(String[]::new));
    for (Contrast contrast : contrasts) {
      List<String> cells =
          new ArrayList<>(List.of(contrast.arm().label(), contrast.reference().name()));
      metrics.forEach(metric -> cells.add(contrast.on(metric).map(this::cell).orElse(NONE)));
      table.row(cells);
    }
    return table;
  }

  /** The sign where no difference is claimed, the difference and its interval. */
  private String cell(Comparison found) {
    OptionalDouble difference =
        percent ? found.difference().relative() : OptionalDouble.of(found.difference().absolute());
    if (difference.isEmpty()) {
      return NONE;
    }
    Unit unit = found.metric().unit();
    return (found.verdict().differs() ? "" : found.verdict().symbol() + " ")
        + text(unit, difference.getAsDouble())
        + interval(found)
            .map(it -> " " + Amounts.bracketed(it.low(), it.high(), end -> text(unit, end)))
            .orElse("");
  }

  private Optional<Interval> interval(Comparison found) {
    return percent ? found.difference().relativeInterval() : found.difference().interval();
  }

  private String text(Unit unit, double difference) {
    return percent
        ? String.format(Locale.ROOT, "%+.1f", 100 * difference)
        : Amounts.signed(unit, difference);
  }
}
