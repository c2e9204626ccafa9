package io.meshgauge.platform.local.machine;

import io.meshgauge.measure.limit.Limit;
import io.meshgauge.measure.limit.Limits;
import io.meshgauge.measure.use.Part;
import java.util.Optional;

/**
 * The control groups of an arm's processes.
 *
 * @param groups of this harness
 * @param limits of the arm
 */
public record Confinement(LimitGroups groups, Limits limits) {

  /** The group of a process; empty where it is not limited. */
  public Optional<LimitGroup> group(Part part, String process) {
    Limit limit = limits.applied(part, process);
    return limit.any() ? Optional.of(groups.group(process, limit)) : Optional.empty();
  }
}
