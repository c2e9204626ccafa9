package io.meshgauge.attribution;

import io.meshgauge.attribution.Component.Kind;
import io.meshgauge.experiment.Run;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.use.MachineUse;
import io.meshgauge.measure.use.ResourceUse;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;

/** The CPU time of one run by container, in CPU-seconds per 1000 requests. */
final class RequestCpu {
  private RequestCpu() {}

  /**
   * CPU of each container of a run, and what the machine used in addition; the sum is {@link
   * #whole}.
   */
  static Map<Component, Double> of(Run run) {
    double thousands = run.measuredLoad().orElseThrow().completed() / 1e3;
    Map<Component, Double> cpu = new LinkedHashMap<>();
    for (ResourceUse use : run.resources()) {
      cpu.merge(
          new Component(Kind.of(use.part()), use.container()),
          use.cpuSeconds() / thousands,
          Double::sum);
    }
    OptionalDouble machine = machine(run);
    if (machine.isPresent()) {
      double known = cpu.values().stream().mapToDouble(Double::doubleValue).sum();
      cpu.put(new Component(Kind.REST, ""), machine.getAsDouble() - known);
    }
    return cpu;
  }

  /** CPU of the whole machine; of all containers if it is not known. */
  static double whole(Run run) {
    double thousands = run.measuredLoad().orElseThrow().completed() / 1e3;
    OptionalDouble machine = machine(run);
    return machine.isPresent()
        ? machine.getAsDouble()
        : run.resources().stream().mapToDouble(ResourceUse::cpuSeconds).sum() / thousands;
  }

  /** CPU-seconds of the machine per 1000 requests; empty if its cores are not known. */
  private static OptionalDouble machine(Run run) {
    OptionalDouble cores = run.cores();
    MachineUse use = run.machine();
    LoadResult load = run.measuredLoad().orElseThrow();
    return use == null || cores.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(
            use.busy() * cores.getAsDouble() * load.seconds() / (load.completed() / 1e3));
  }
}
