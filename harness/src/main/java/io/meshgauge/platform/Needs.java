package io.meshgauge.platform;

import io.meshgauge.topology.ControlPlane;
import java.util.List;
import java.util.Set;

/**
 * What variants need of a platform.
 *
 * @param programs by name, for example {@code envoy}
 * @param controlPlanes the meshes that must be on a cluster
 */
public record Needs(Set<String> programs, List<ControlPlane> controlPlanes) {
  /** Nothing beside the services. */
  public static final Needs NOTHING = new Needs(Set.of(), List.of());

  public Needs {
    programs = Set.copyOf(programs);
    controlPlanes = List.copyOf(controlPlanes);
  }

  /** Some programs, and no mesh on a cluster. */
  public static Needs of(String... programs) {
    return new Needs(Set.of(programs), List.of());
  }
}
