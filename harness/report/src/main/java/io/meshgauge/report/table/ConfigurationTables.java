package io.meshgauge.report.table;

import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.TrafficSetting;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.Unit;
import io.meshgauge.measure.use.Part;
import io.meshgauge.measure.use.ResourceUse;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.arm.Arm;
import io.meshgauge.stats.Difference;
import io.meshgauge.text.Messages;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Table of what services and routes that no request uses cost in the proxies: arms that are
 * configured with them, against the same arm without.
 */
public final class ConfigurationTables {
  private static final double THOUSAND = 1e3;

  private ConfigurationTables() {}

  /**
   * An arm that has more of one thing than another arm.
   *
   * @param setting what it has more of
   * @param amount how many
   */
  private record Row(Arm arm, Arm reference, TrafficSetting setting, double amount) {
    Optional<Difference> added(Metric metric) {
      return ConnectionTables.added(metric, reference, arm);
    }

    String words() {
      String number = Amounts.fixed(amount, 0);
      return setting == TrafficSetting.SYNTHETIC_SERVICES
          ? Messages.get("table.configuration-services", number)
          : Messages.get("table.configuration-routes", number);
    }

    /** The part of an added amount for each thousand in one proxy. */
    double each(double added) {
      return perThousand(added) / proxies();
    }

    double perThousand(double added) {
      return added * THOUSAND / amount;
    }

    /** Proxies of a run, which are the same in all. */
    private double proxies() {
      return arm.valid().stream()
          .map(Run::resources)
          .map(Row::proxies)
          .filter(it -> it > 0)
          .findFirst()
          .orElse(1L);
    }

    private static long proxies(List<ResourceUse> uses) {
      return uses.stream()
          .filter(use -> use.part() == Part.DATA_PLANE)
          .map(ResourceUse::container)
          .distinct()
          .count();
    }
  }

  /** The table; empty where no arm is configured with more than another one that is else equal. */
  public static Table cost(PlanReport plan) {
    Unit bytes = Metric.MEMORY_DATA_PLANE.unit();
    Unit cpu = Metric.CPU_DATA_PLANE.unit();
    return Columns.<Row>ofArms(Row::arm)
        .text("table.configuration-added", Row::words)
        .known(
            "table.configuration-memory",
            row ->
                row.added(Metric.MEMORY_DATA_PLANE)
                    .map(it -> Amounts.text(bytes, row.each(it.absolute()))))
        .known(
            "table.interval-95",
            row ->
                row.added(Metric.MEMORY_DATA_PLANE)
                    .flatMap(Difference::interval)
                    .map(it -> Amounts.interval(bytes, row.each(it.low()), row.each(it.high()))))
        .known(
            "table.configuration-cpu",
            row ->
                row.added(Metric.CPU_DATA_PLANE)
                    .map(it -> Amounts.text(cpu, row.perThousand(it.absolute()))))
        .known(
            "table.interval-95",
            row ->
                row.added(Metric.CPU_DATA_PLANE)
                    .flatMap(Difference::interval)
                    .map(
                        it ->
                            Amounts.interval(
                                cpu, row.perThousand(it.low()), row.perThousand(it.high()))))
        .table(
            Messages.get("table.configuration-cost"),
            Messages.get("table.configuration-cost-note"),
            plan.arms().stream().flatMap(arm -> rows(plan, arm)).toList());
  }

  private static Stream<Row> rows(PlanReport plan, Arm arm) {
    return TrafficSetting.OF_SIZE.stream()
        .filter(setting -> setting.of(arm.variant()).isPresent())
        .flatMap(
            setting ->
                plan.arms().stream()
                    .filter(other -> !other.variant().isControl())
                    .filter(other -> equalBut(setting, other.variant(), arm.variant()))
                    .limit(1)
                    .map(
                        other ->
                            new Row(
                                arm,
                                other,
                                setting,
                                setting.of(arm.variant()).map(Double::valueOf).orElseThrow())));
  }

  /** Whether a variant has all that another one has, but for one setting. */
  private static boolean equalBut(TrafficSetting setting, Variant less, Variant more) {
    Set<String> choices = new TreeSet<>(more.choices().keySet());
    choices.removeAll(less.choices().keySet());
    return less.isPartOf(more)
        && choices.stream().collect(Collectors.toSet()).equals(Set.of(setting.key()));
  }
}
