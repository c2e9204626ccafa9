package io.meshgauge.report.limit;

import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.limit.Limit;
import io.meshgauge.measure.limit.Limits;
import io.meshgauge.measure.use.Part;
import io.meshgauge.measure.use.ResourceUse;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * What the limits of the services or the proxies of an arm did to them.
 *
 * @param part services or proxies
 * @param limit of each of their processes
 * @param busiest process that used the largest share of its limit of CPU; empty without one
 * @param used that share, mean of the runs; empty without a limit of CPU
 * @param throttled throttled share of the periods of the process that was throttled most, mean of
 *     the runs; empty where that was not counted
 */
public record LimitCost(
    Part part, Limit limit, String busiest, OptionalDouble used, OptionalDouble throttled) {
  /** Throttled share from which throttling is named as a cause of the tail. */
  public static final double NOTABLE_SHARE = 0.05;

  private static final Pattern CHILD = Pattern.compile("-worker-\\d+$");

  /**
   * One for each part with limits.
   *
   * @param valid runs of the arm
   */
  public static List<LimitCost> of(Variant arm, List<Run> valid) {
    Limits limits = Limits.of(arm.settings());
    List<LimitCost> all = new ArrayList<>();
    if (valid.isEmpty()) {
      return all;
    }
    if (limits.services().any()) {
      all.add(of(Part.APPLICATION, limits.services(), valid, Metric.THROTTLED_APPLICATION));
    }
    if (limits.proxies().any()) {
      all.add(of(Part.DATA_PLANE, limits.proxies(), valid, Metric.THROTTLED_DATA_PLANE));
    }
    return all;
  }

  private static LimitCost of(Part part, Limit limit, List<Run> valid, Metric metric) {
    Map<String, Double> cores = cores(part, valid);
    String busiest =
        cores.entrySet().stream()
            .max(Comparator.comparingDouble(Map.Entry::getValue))
            .map(Map.Entry::getKey)
            .orElse("");
    boolean known = limit.cores().isPresent() && cores.containsKey(busiest);
    return new LimitCost(
        part,
        limit,
        known ? busiest : "",
        known
            ? OptionalDouble.of(cores.getOrDefault(busiest, 0.0) / limit.cores().getAsDouble())
            : OptionalDouble.empty(),
        valid.stream().flatMapToDouble(run -> run.value(metric).stream()).average());
  }

  /** Cores that each process used with its children, mean of the runs. */
  private static Map<String, Double> cores(Part part, List<Run> valid) {
    Map<String, Double> cores = new TreeMap<>();
    for (Run run : valid) {
      double seconds = run.measuredLoad().map(LoadResult::seconds).orElse(Double.NaN);
      for (ResourceUse use : run.resources()) {
        if (use.part() == part) {
          String process = CHILD.matcher(use.container()).replaceFirst("");
          cores.merge(process, use.cpuSeconds() / seconds / valid.size(), Double::sum);
        }
      }
    }
    cores.values().removeIf(it -> it.isNaN());
    return cores;
  }

  /** Whether waiting for CPU is part of the response times of the tail. */
  public boolean notable() {
    return throttled.isPresent() && throttled.getAsDouble() >= NOTABLE_SHARE;
  }
}
