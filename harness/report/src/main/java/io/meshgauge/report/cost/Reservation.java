package io.meshgauge.report.cost;

import io.meshgauge.experiment.Run;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.use.Part;
import io.meshgauge.measure.use.ResourceUse;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.arm.Arm;
import io.meshgauge.stats.Difference;
import io.meshgauge.stats.Moments;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleBiFunction;

/**
 * What the proxies of an arm needed at the rate of the session, from which a cluster's resource
 * requests and limits follow. One setting of a mesh holds for all its proxies, so that the busiest
 * one decides.
 *
 * @param arm with a data plane
 * @param proxy that used the most CPU
 * @param cores processors that it used, over the runs
 * @param peak bytes of its working set at most, over the runs
 */
public record Reservation(Arm arm, String proxy, Moments cores, Moments peak) {
  /** Share of further runs that stay within what is recommended. */
  public static final double COVERED = 0.95;

  private static final double STEP = 10;
  private static final double MILLI = 1e3;
  private static final double MIB = 1024.0 * 1024;

  /** The arms of a plan whose proxies were metered in enough valid runs. */
  public static List<Reservation> of(PlanReport plan) {
    return plan.arms().stream().flatMap(arm -> of(arm).stream()).toList();
  }

  private static Optional<Reservation> of(Arm arm) {
    List<Run> runs = arm.valid().stream().filter(run -> run.measuredLoad().isPresent()).toList();
    if (runs.size() < Difference.BLOCKS || arm.variant().isControl()) {
      return Optional.empty();
    }
    return runs.get(0).resources().stream()
        .filter(use -> use.part() == Part.DATA_PLANE)
        .map(ResourceUse::container)
        .filter(name -> runs.stream().allMatch(run -> use(run, name).isPresent()))
        .map(
            name ->
                new Reservation(
                    arm,
                    name,
                    moments(runs, name, (run, use) -> use.cpuSeconds() / seconds(run)),
                    moments(runs, name, (run, use) -> use.memoryPeakBytes())))
        .max(Comparator.comparingDouble(it -> it.cores().mean()));
  }

  private static Optional<ResourceUse> use(Run run, String container) {
    return run.resources().stream()
        .filter(use -> use.container().equals(container))
        .filter(use -> Double.isFinite(use.cpuSeconds() + use.memoryPeakBytes()))
        .findFirst();
  }

  private static Moments moments(
      List<Run> runs, String container, ToDoubleBiFunction<Run, ResourceUse> value) {
    return Moments.of(
        runs.stream()
            .mapToDouble(run -> value.applyAsDouble(run, use(run, container).orElseThrow()))
            .toArray());
  }

  private static double seconds(Run run) {
    return run.measuredLoad().map(LoadResult::seconds).orElseThrow();
  }

  /** CPU that it used, in thousandths of a processor. */
  public double milliCores() {
    return cores.mean() * MILLI;
  }

  /**
   * CPU to request, in thousandths of a processor: what {@link #COVERED} of further runs stay
   * below, rounded up.
   */
  public double requestedMilliCores() {
    return Math.ceil(cores.bound(COVERED) * MILLI / STEP) * STEP;
  }

  /** Working set at most, in MiB. */
  public double peakMib() {
    return peak.mean() / MIB;
  }

  /** Memory to request and to limit, in MiB: what {@link #COVERED} of further runs stay below. */
  public double limitMib() {
    return Math.ceil(peak.bound(COVERED) / MIB);
  }
}
