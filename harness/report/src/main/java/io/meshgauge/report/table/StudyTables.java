package io.meshgauge.report.table;

import io.meshgauge.measure.Amounts;
import io.meshgauge.report.table.Table.Group;
import io.meshgauge.stats.Interval;
import io.meshgauge.study.EfficiencyTerms;
import io.meshgauge.study.Study;
import io.meshgauge.study.Study.Quantity;
import io.meshgauge.study.Study.SystemUnderTest;
import io.meshgauge.study.StudyAnalysis;
import io.meshgauge.study.StudyContrast;
import io.meshgauge.study.StudyContrast.Tests;
import io.meshgauge.study.Value;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.function.DoubleFunction;

/** Tables of a published study. */
public final class StudyTables {
  private static final int DIGITS = 3;
  private static final double SMALL = 0.1;

  private StudyTables() {}

  /**
   * Every quantity of a load: the system that others are compared with, and below it the others.
   */
  public static Table differences(List<StudyContrast> contrasts) {
    boolean tested = contrasts.stream().anyMatch(it -> it.tests().isPresent());
    Columns<StudyContrast> columns =
        new Columns<StudyContrast>()
            .text("table.quantity-system", it -> it.to().system())
            .number(tested ? "table.mean-deviation" : "table.mean", it -> mean(it.to()))
            .number("table.ratio", StudyTables::ratio);
    if (tested) {
      columns
          .known("table.welch", it -> it.tests().map(StudyTables::welch))
          .number(
              "table.holm",
              it ->
                  it.adjustedP().isPresent()
                      ? Amounts.probability(it.adjustedP().getAsDouble())
                      : Cell.NONE.text())
          .known("table.hedges", it -> it.tests().map(StudyTables::hedges));
    }
    List<Group> groups =
        contrasts.stream()
            .map(StudyContrast::quantity)
            .distinct()
            .map(
                quantity -> {
                  List<StudyContrast> of =
                      contrasts.stream().filter(it -> it.quantity().equals(quantity)).toList();
                  Value from = of.get(0).from();
                  Cell head = Cell.of("%s: %s".formatted(quantity.label(), from.system()));
                  return columns.group(List.of(head, Cell.of(mean(from))), of);
                })
            .toList();
    return columns.grouped("", "", groups);
  }

  private static String welch(Tests tests) {
    return "%s (%s)"
        .formatted(
            Amounts.digits(tests.welch().t()), Amounts.fixed(tests.welch().degreesOfFreedom(), 1));
  }

  private static String hedges(Tests tests) {
    return Amounts.digits(tests.effect().hedgesG())
        + interval(tests.effectInterval(), Amounts::digits);
  }

  private static String ratio(StudyContrast contrast) {
    String sign =
        contrast.verdict().filter(it -> !it.differs()).map(it -> it.symbol() + " ").orElse("");
    return contrast.ratio().isEmpty()
        ? Cell.NONE.text()
        : sign
            + figure(contrast.ratio().getAsDouble())
            + contrast.interval().map(it -> interval(it, StudyTables::figure)).orElse("");
  }

  private static String interval(Interval interval, DoubleFunction<String> number) {
    return " " + Amounts.bracketed(interval.low(), interval.high(), number);
  }

  private static String mean(Value value) {
    if (!value.replicates().isEmpty()) {
      return "%s ± %s"
          .formatted(
              figure(value.mean()), figure(value.moments().orElseThrow().standardDeviation()));
    }
    String mean = Amounts.fixed(value.mean(), value.printed().decimals());
    return value.deviation().isEmpty()
        ? mean
        : "%s ± %s"
            .formatted(
                mean,
                Amounts.fixed(
                    value.deviation().getAsDouble(), value.printed().deviationDecimals()));
  }

  /** Three digits, or two if it is small. */
  public static String figure(double value) {
    if (value == 0 || Math.abs(value) >= 1) {
      return Amounts.digits(value);
    }
    int digits = Math.abs(value) < SMALL ? 2 : DIGITS;
    return new BigDecimal(value).round(new MathContext(digits)).toPlainString();
  }

  /** Overheads whose baseline is not printed. */
  public static Table overheads(Study study, List<Quantity> overheads) {
    Columns<SystemUnderTest> columns =
        new Columns<SystemUnderTest>().text("table.system", SystemUnderTest::name);
    for (Quantity quantity : overheads) {
      columns.value(
          Cell.of(quantity.label()),
          system ->
              Cell.of(
                  study.values(quantity.name()).stream()
                      .filter(it -> it.system().equals(system.name()))
                      .map(StudyTables::mean)
                      .findFirst()));
    }
    return columns.table("", "", study.measured());
  }

  /** The efficiency index, term by term. */
  public static Table efficiency(StudyAnalysis analysis) {
    return new Columns<EfficiencyTerms>()
        .text("table.system", EfficiencyTerms::system)
        .value(Cell.of("α/L_p99"), it -> Cell.of(figure(it.terms().latency())))
        .value(Cell.of("β·T"), it -> Cell.of(figure(it.terms().throughput())))
        .value(Cell.of("γ/O"), it -> Cell.of(figure(it.terms().overhead())))
        .value(Cell.of("E"), it -> Cell.of(Amounts.fixed(it.terms().sum(), 2)))
        .table("", "", analysis.efficiency());
  }
}
