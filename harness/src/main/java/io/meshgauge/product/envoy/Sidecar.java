package io.meshgauge.product.envoy;

import io.meshgauge.topology.Address;
import java.util.List;

/**
 * The proxy beside one workload.
 *
 * @param workload the workload it stands beside
 * @param admin its administration address, on loopback
 * @param egresses one per peer the workload calls, and the taps
 * @param ingresses one before the service; none beside the load worker
 */
public record Sidecar(
    String workload, Address admin, List<Egress> egresses, List<Ingress> ingresses) {
  public Sidecar {
    egresses = List.copyOf(egresses);
    ingresses = List.copyOf(ingresses);
  }

  /** The name of the process, for example {@code order-proxy}. */
  public String name() {
    return workload + "-proxy";
  }

  /** Whether it stands before a service. */
  public boolean guarded() {
    return !ingresses.isEmpty();
  }

  /** Whether it speaks TLS to any other sidecar, and so shows a certificate. */
  public boolean encrypted() {
    return egresses.stream().anyMatch(Egress::encrypted)
        || ingresses.stream().anyMatch(Ingress::encrypted);
  }

  /** The file of its access log, if it writes one. */
  public String log() {
    return name() + ".log";
  }
}
