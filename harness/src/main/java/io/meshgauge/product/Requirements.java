package io.meshgauge.product;

import io.meshgauge.topology.ControlPlane;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a variant needs of a platform.
 *
 * @param programs that it starts, by name
 * @param controlPlane what must be on a cluster; empty where the product brings all it needs
 * @param workloads of its own that need identities, next to the services
 */
public record Requirements(
    Set<String> programs, Optional<ControlPlane> controlPlane, List<String> workloads) {
  /** Nothing. */
  public static final Requirements NONE = programs(Set.of());

  public Requirements {
    programs = Set.copyOf(programs);
    workloads = List.copyOf(workloads);
  }

  /** Some programs, and nothing on a cluster. */
  public static Requirements programs(Set<String> programs) {
    return new Requirements(programs, Optional.empty(), List.of());
  }

  /** A control plane. */
  public static Requirements of(ControlPlane controlPlane) {
    return new Requirements(Set.of(), Optional.of(controlPlane), List.of());
  }
}
