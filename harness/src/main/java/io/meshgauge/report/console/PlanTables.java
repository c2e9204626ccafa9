package io.meshgauge.report.console;

import io.meshgauge.measure.Metric;
import io.meshgauge.report.Amounts;
import io.meshgauge.report.Arm;
import io.meshgauge.report.ContainerUses;
import io.meshgauge.report.Contrast;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.Report;
import io.meshgauge.report.Words;
import io.meshgauge.score.Scorecard;
import io.meshgauge.stats.Comparison;
import io.meshgauge.stats.NoiseFloor;
import io.meshgauge.stats.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The numbers of one plan: what each variant costs, and what that scores. */
record PlanTables(Report report, PlanReport plan) {
  private static final String NONE = "-";

  void print(Page page) {
    page.blank();
    page.title(
        "%s · windows of %s s · %s · seed %s"
            .formatted(
                plan.atRate().replaceFirst("^plan", "Plan"),
                plan.plan().duration().toSeconds(),
                Words.count(report.session().experiment().protocol().replicates(), "replicate"),
                report.session().experiment().seed()));
    page.table(costs());
    new ContainerTables(ContainerUses.of(plan)).print(page);
    page.blank();
    page.table(scores());
  }

  private TextTable costs() {
    TextTable table =
        new TextTable(
            Set.of(0),
            "variant",
            "p50 ms",
            "vs baseline",
            "p99 ms",
            "vs baseline",
            "req/s",
            "CPU-s/1000",
            "",
            "MiB",
            "");
    for (Arm arm : plan.arms()) {
      List<String> cells = new ArrayList<>();
      cells.add(arm.label());
      cells.add(value(arm, Metric.RESPONSE_P50));
      cells.add(difference(arm, Metric.RESPONSE_P50));
      cells.add(value(arm, Metric.RESPONSE_P99));
      cells.add(difference(arm, Metric.RESPONSE_P99));
      cells.add(value(arm, Metric.THROUGHPUT));
      cells.add(value(arm, Metric.CPU_SYSTEM));
      cells.add(change(arm, Metric.CPU_SYSTEM));
      cells.add(value(arm, Metric.MEMORY_SYSTEM));
      cells.add(change(arm, Metric.MEMORY_SYSTEM));
      table.row(cells);
    }
    table.row(floors());
    return table;
  }

  private List<String> floors() {
    return List.of(
        "noise floor (A/A)",
        "",
        floor(Metric.RESPONSE_P50),
        "",
        floor(Metric.RESPONSE_P99),
        "",
        "",
        relativeFloor(Metric.CPU_SYSTEM),
        "",
        relativeFloor(Metric.MEMORY_SYSTEM));
  }

  private String floor(Metric metric) {
    return Optional.ofNullable(plan.noiseFloors().get(metric))
        .map(NoiseFloor::absolute)
        .map(floor -> "±" + Amounts.number(metric.unit(), floor))
        .orElse("not measured");
  }

  private String relativeFloor(Metric metric) {
    NoiseFloor floor = plan.noiseFloors().get(metric);
    if (floor == null || floor.relative().isEmpty()) {
      return NONE;
    }
    return "±" + Amounts.change(floor.relative().getAsDouble()).substring(1);
  }

  private String value(Arm arm, Metric metric) {
    return plan.summary(arm, metric)
        .map(found -> Amounts.number(metric.unit(), found.median()))
        .orElse(NONE);
  }

  private Optional<Comparison> comparison(Arm arm, Metric metric) {
    return plan.contrasts().stream()
        .filter(contrast -> contrast.arm().equals(arm))
        .map((Contrast contrast) -> contrast.on(metric))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private String difference(Arm arm, Metric metric) {
    return comparison(arm, metric)
        .map(
            found ->
                found.verdict() == Verdict.INDISTINGUISHABLE
                    ? Verdict.INDISTINGUISHABLE.symbol()
                    : Amounts.signed(metric.unit(), found.difference().absolute())
                        + relative(found, " (", ")"))
        .orElse("");
  }

  private String change(Arm arm, Metric metric) {
    return comparison(arm, metric)
        .map(
            found ->
                found.verdict() == Verdict.INDISTINGUISHABLE
                    ? Verdict.INDISTINGUISHABLE.symbol()
                    : relative(found, "", ""))
        .orElse("");
  }

  private static String relative(Comparison found, String before, String after) {
    return found.difference().relative().isPresent()
        ? before + Amounts.change(found.difference().relative().getAsDouble()) + after
        : "";
  }

  private TextTable scores() {
    List<String> header = new ArrayList<>(List.of("variant", "evidence", "runs"));
    Set<Integer> text = Set.of(0, 1, 2);
    report.rules().weightSets().forEach(set -> header.add("score " + set.name()));
    header.add("ranks first");
    TextTable table = new TextTable(text, header.toArray(String[]::new));
    for (Arm arm : plan.arms()) {
      List<String> cells =
          new ArrayList<>(List.of(arm.label(), arm.evidenceMark().key(), arm.outcomes()));
      Optional<Scorecard.Row> row = plan.score(arm.name());
      report.rules().weightSets().forEach(set -> cells.add(score(row, set.name())));
      cells.add(first(row));
      table.row(cells);
    }
    return table;
  }

  private static String score(Optional<Scorecard.Row> row, String weightSet) {
    return row.stream()
        .flatMap(found -> found.composites().stream())
        .filter(composite -> composite.weightSet().equals(weightSet))
        .map(
            composite ->
                String.format(
                    Locale.ROOT,
                    "%.2f [%.2f %.2f] #%s%s",
                    composite.score(),
                    composite.interval().low(),
                    composite.interval().high(),
                    composite.rank(),
                    composite.shared() ? "=" : " "))
        .findFirst()
        .orElse(row.isPresent() ? "unscored" : NONE);
  }

  private static String first(Optional<Scorecard.Row> row) {
    return row.stream()
        .flatMap(found -> found.composites().stream())
        .map(composite -> Amounts.share(composite.stability().overReplicates()))
        .findFirst()
        .orElse(NONE);
  }
}
