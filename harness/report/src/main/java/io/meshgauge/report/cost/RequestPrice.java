package io.meshgauge.report.cost;

import io.meshgauge.measure.Metric;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.arm.Arm;
import io.meshgauge.score.Prices;
import io.meshgauge.stats.Difference;
import io.meshgauge.stats.OrderStatistics;
import io.meshgauge.stats.Replicates;
import io.meshgauge.text.Messages;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a million requests of an arm cost at the measured rate: the CPU time and memory that
 * services and data plane used, at given prices. Cores that stay free are not part of it.
 *
 * @param arm of the session
 * @param price median of its valid runs, in the currency of the prices
 * @param added to the baseline, within blocks; empty for the baseline and its repetition
 */
public record RequestPrice(Arm arm, double price, Optional<Difference> added) {
  /** What a million requests cost each arm of a plan; none where the rules have no prices. */
  public static List<RequestPrice> of(PlanReport plan) {
    return plan.card().rules().prices().map(prices -> of(plan, prices)).orElse(List.of());
  }

  /** How those costs follow from the prices; empty without prices. */
  public static String words(PlanReport plan) {
    return plan.card()
        .rules()
        .prices()
        .map(it -> Messages.get("cost.prices", it.coreHour(), it.gibHour()))
        .orElse("");
  }

  /** The prices of a plan's arms that measured all that is needed, in the experiment's order. */
  private static List<RequestPrice> of(PlanReport plan, Prices prices) {
    List<Replicates> baselines =
        plan.arms().stream()
            .filter(arm -> arm.variant().isBaseline() || arm.variant().isControl())
            .flatMap(arm -> replicates(arm, prices).stream())
            .toList();
    List<RequestPrice> all = new ArrayList<>();
    for (Arm arm : plan.arms()) {
      boolean reference = arm.variant().isBaseline() || arm.variant().isControl();
      replicates(arm, prices)
          .map(
              own ->
                  new RequestPrice(
                      arm,
                      OrderStatistics.median(own.values()),
                      reference || baselines.isEmpty()
                          ? Optional.empty()
                          : Optional.of(Difference.of(baselines, own))))
          .ifPresent(all::add);
    }
    return all;
  }

  private static Optional<Replicates> replicates(Arm arm, Prices prices) {
    SortedMap<Integer, Double> byBlock = new TreeMap<>();
    Optional<Replicates> rates = arm.replicates(Metric.THROUGHPUT);
    Optional<Replicates> cpu = arm.replicates(Metric.CPU_SYSTEM);
    Optional<Replicates> memory = arm.replicates(Metric.MEMORY_SYSTEM);
    if (rates.isEmpty() || cpu.isEmpty() || memory.isEmpty()) {
      return Optional.empty();
    }
    rates
        .get()
        .byBlock()
        .forEach(
            (block, rate) -> {
              Double own = cpu.get().byBlock().get(block);
              Double bytes = memory.get().byBlock().get(block);
              if (own != null && bytes != null && rate > 0) {
                byBlock.put(block, prices.perMillion(own, bytes, rate));
              }
            });
    return byBlock.isEmpty() ? Optional.empty() : Optional.of(new Replicates(byBlock));
  }
}
