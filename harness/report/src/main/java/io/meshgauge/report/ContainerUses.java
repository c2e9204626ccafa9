package io.meshgauge.report;

import io.meshgauge.experiment.Run;
import io.meshgauge.measure.Part;
import io.meshgauge.measure.ResourceUse;
import io.meshgauge.measure.StreamResult;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What every container of some arms used.
 *
 * <p>Means over valid replicates: unlike medians, means of containers add up to the mean of their
 * part.
 *
 * @param arms of which containers were metered
 */
public record ContainerUses(List<Arm> arms) {
  private static final double MIB = 1024.0 * 1024;

  /**
   * A container's use, or the sum of several.
   *
   * @param cpu CPU-seconds per 1000 requests that the load generator completed, or per GiB that a
   *     stream carried
   * @param memory MiB that are compared and scored, mean over the window: anonymous memory, or the
   *     working set in archives that hold no other
   * @param workingSet MiB of working set, mean over the window
   * @param peak MiB of working set, the highest
   * @param resident MiB of resident set at the end of the window; NaN where it is not known
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

  /** Whether the anonymous memory of every container is known, so that it is what is compared. */
  public boolean anonymous() {
    return ResourceUse.anonymousKnown(arms.stream().flatMap(ContainerUses::metered).toList());
  }

  /** The quantity of memory that is compared and scored, in words. */
  public String compared() {
    return anonymous() ? "anonymous memory" : "working set";
  }

  /** The arms of a plan of which containers were metered. */
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

  /** The parts that containers are accounted to, in their order. */
  public List<Part> parts() {
    return arms.stream()
        .flatMap(ContainerUses::metered)
        .map(ResourceUse::part)
        .distinct()
        .sorted(Comparator.naturalOrder())
        .toList();
  }

  /** The names of the containers accounted to a part, in any of the arms. */
  public List<String> names(Part part) {
    return arms.stream()
        .flatMap(ContainerUses::metered)
        .filter(use -> use.part() == part)
        .map(ResourceUse::container)
        .distinct()
        .sorted()
        .toList();
  }

  /** What a container used in an arm; empty where there is none of that name. */
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

  /** What all containers of a part used in an arm; empty where there is none. */
  public Optional<Use> sum(Arm arm, Part part) {
    return names(part).stream()
        .map(name -> mean(arm, name))
        .flatMap(Optional::stream)
        .reduce(Use::plus);
  }
}
