package io.meshgauge.platform;

import io.meshgauge.measure.limit.Limits;
import io.meshgauge.topology.Service;
import io.meshgauge.topology.design.ControlPlane;
import java.util.List;
import java.util.Set;

/**
 * Requirements of variants on a platform.
 *
 * @param programs by name, for example {@code envoy}
 * @param controlPlanes the meshes that must be on a cluster
 * @param arms that are deployed at the same time, at least 1
 * @param services of the application
 * @param limits of CPU and memory, of all variants
 */
public record Needs(
    Set<String> programs,
    List<ControlPlane> controlPlanes,
    int arms,
    List<Service> services,
    List<Limits> limits) {
  /** Only the services. */
  public static final Needs NOTHING = new Needs(Set.of(), List.of());

  /** Requirements of arms that are deployed one after the other. */
  public Needs(Set<String> programs, List<ControlPlane> controlPlanes) {
    this(programs, controlPlanes, 1, List.of());
  }

  public Needs {
    programs = Set.copyOf(programs);
    controlPlanes = List.copyOf(controlPlanes);
    services = List.copyOf(services);
    limits = List.copyOf(limits);
  }

  /** Requirements of arms without limits. */
  public Needs(
      Set<String> programs, List<ControlPlane> controlPlanes, int arms, List<Service> services) {
    this(programs, controlPlanes, arms, services, List.of());
  }

  /** Programs without a control plane. */
  public static Needs of(String... programs) {
    return new Needs(Set.of(programs), List.of());
  }
}
