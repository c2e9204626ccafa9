package io.meshgauge.product;

import io.meshgauge.topology.connection.CertificateKey;
import io.meshgauge.topology.design.ControlPlane;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a variant needs from a platform.
 *
 * @param programs names of the programs that it starts
 * @param controlPlane components that must be installed on the cluster; empty if the product brings
 *     all it needs
 * @param workloads its own workloads that need identities, in addition to the services
 * @param certificateKey the keys of all identities that the harness issues; empty: as usual
 */
public record Requirements(
    Set<String> programs,
    Optional<ControlPlane> controlPlane,
    List<String> workloads,
    Optional<CertificateKey> certificateKey) {
  public static final Requirements NONE = programs(Set.of());

  public Requirements {
    programs = Set.copyOf(programs);
    workloads = List.copyOf(workloads);
  }

  /** Identities with the usual keys. */
  public Requirements(
      Set<String> programs, Optional<ControlPlane> controlPlane, List<String> workloads) {
    this(programs, controlPlane, workloads, Optional.empty());
  }

  /** The same with other keys. */
  public Requirements certifiedBy(Optional<CertificateKey> key) {
    return new Requirements(programs, controlPlane, workloads, key);
  }

  /** Programs only; nothing on a cluster. */
  public static Requirements programs(Set<String> programs) {
    return new Requirements(programs, Optional.empty(), List.of());
  }

  /** A control plane only. */
  public static Requirements of(ControlPlane controlPlane) {
    return new Requirements(Set.of(), Optional.of(controlPlane), List.of());
  }
}
