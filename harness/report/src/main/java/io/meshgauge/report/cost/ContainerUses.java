package io.meshgauge.report.cost;

import io.meshgauge.experiment.Run;
import io.meshgauge.measure.StreamResult;
import io.meshgauge.measure.use.Part;
import io.meshgauge.measure.use.ResourceUse;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.arm.Arm;
import io.meshgauge.text.Messages;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * CPU and memory of every container of some arms, as means over valid replicates: unlike medians,
 * means of containers add up to the mean of their part.
 *
 * @param arms arms whose containers were metered
 */
public record ContainerUses(List<Arm> arms) {
  private static final double MIB = 1024.0 * 1024;

  /**
   * Resource use of a container, or the sum of several.
   *
   * @param cpu CPU-seconds per 1000 requests completed by the load generator, or per GiB of a
   *     stream
   * @param memory MiB that are compared and scored, mean over the window: anonymous memory, or the
   *     working set in archives without it
   * @param workingSet MiB of working set, mean over the window
   * @param peak MiB of working set, maximum
   * @param resident MiB of resident set at the end of the window; NaN if unknown
   */
  public record Use(double cpu, double memory, double workingSet, double peak, double resident) {
    private static final Use NONE = new Use(0, 0, 0, 0, 0);

    private static Use of(Run run, ResourceUse use) {
      double work =
          run.measuredStream()
              .map(StreamResult::receivedGib)
              .orElseGet(() -> run.measuredLoad().map(load -> load.completed() / 1e3).orElse(0.0));
      return new Use(
          work == 0 ? 0 : use.cpuSeconds() / work,
          use.comparedBytes(run.resources()) / MIB,
          use.memoryMeanBytes() / MIB,
          use.memoryPeakBytes() / MIB,
          use.residentBytes() == null ? Double.NaN : use.residentBytes() / MIB);
    }

    private Use plus(Use other) {
      return new Use(
          cpu + other.cpu,
          memory + other.memory,
          workingSet + other.workingSet,
          peak + other.peak,
          resident + other.resident);
    }

    private Use over(int count) {
      return new Use(
          cpu / count, memory / count, workingSet / count, peak / count, resident / count);
    }
  }

  /** Whether anonymous memory is known for every container, and therefore compared. */
  public boolean anonymous() {
    return ResourceUse.anonymousKnown(arms.stream().flatMap(ContainerUses::metered).toList());
  }

  /** Name of the memory quantity that is compared and scored. */
  public String compared() {
    return anonymous() ? Messages.get("cost.anonymous") : Messages.get("cost.working-set");
  }

  /** Usage of the metered arms of a plan. */
  public static ContainerUses of(PlanReport plan) {
    return new ContainerUses(
        plan.arms().stream().filter(arm -> metered(arm).findAny().isPresent()).toList());
  }

  /** Whether CPU is counted per GiB of a stream, and not per 1000 requests. */
  public boolean perGib() {
    return arms.stream().anyMatch(arm -> arm.plan().isStream());
  }

  private static Stream<ResourceUse> metered(Arm arm) {
    return arm.valid().stream().flatMap(run -> run.resources().stream());
  }

  /** Parts that containers are accounted to, in order. */
  public List<Part> parts() {
    return arms.stream()
        .flatMap(ContainerUses::metered)
        .map(ResourceUse::part)
        .distinct()
        .sorted(Comparator.naturalOrder())
        .toList();
  }

  /** Names of the containers accounted to a part, in any arm. */
  public List<String> names(Part part) {
    return arms.stream()
        .flatMap(ContainerUses::metered)
        .filter(use -> use.part() == part)
        .map(ResourceUse::container)
        .distinct()
        .sorted()
        .toList();
  }

  /** Use of a container in an arm; empty if the arm has none of that name. */
  public Optional<Use> mean(Arm arm, String container) {
    List<Use> uses =
        arm.valid().stream()
            .flatMap(
                run ->
                    run.resources().stream()
                        .filter(use -> use.container().equals(container))
                        .map(use -> Use.of(run, use)))
            .toList();
    return uses.isEmpty()
        ? Optional.empty()
        : Optional.of(uses.stream().reduce(Use.NONE, Use::plus).over(uses.size()));
  }

  /** Use of all containers of a part in an arm; empty if there is none. */
  public Optional<Use> sum(Arm arm, Part part) {
    return names(part).stream()
        .map(name -> mean(arm, name))
        .flatMap(Optional::stream)
        .reduce(Use::plus);
  }
}
