package io.meshgauge.product.envoy;

import io.meshgauge.topology.Address;
import java.util.List;

/**
 * The proxy of one workload.
 *
 * @param workload its name
 * @param admin administration address, on loopback
 * @param egresses one per peer that the workload calls, and the captures
 * @param ingresses one before the service; empty for the load worker
 */
public record Sidecar(
    String workload, Address admin, List<Egress> egresses, List<Ingress> ingresses) {
  public Sidecar {
    egresses = List.copyOf(egresses);
    ingresses = List.copyOf(ingresses);
  }

  /** Name of the process, for example {@code order-proxy}. */
  public String name() {
    return workload + "-proxy";
  }

  /** Whether it is placed before a service. */
  public boolean guarded() {
    return !ingresses.isEmpty();
  }

  /** Whether it uses TLS with any other sidecar, and so presents a certificate. */
  public boolean encrypted() {
    return egresses.stream().anyMatch(Egress::encrypted)
        || ingresses.stream().anyMatch(Ingress::encrypted);
  }

  /** File of its access log, if it writes one. */
  public String log() {
    return name() + ".log";
  }
}
