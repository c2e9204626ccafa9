package io.meshgauge.product.istio;

import io.meshgauge.product.SidecarPods;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Placement;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.plane.Listener.Side;
import io.meshgauge.topology.plane.ListenerCounters;
import io.meshgauge.topology.plane.ProxyProcess;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Istio's sidecars as the application's owner has set them up. By default they expose none of
 * Envoy's own counters of requests and TLS, so the proofs read Istio's metrics ({@link
 * AttachedSidecarType}). The load's own sidecar is configured as in every arm.
 *
 * @param overlay folder below {@code k8s/mesh}, for the load workers
 * @param encrypted whether they use mutual TLS with each other
 */
record AttachedSidecars(String overlay, boolean encrypted) implements SidecarPods {
  private static final int NOT_KNOWN = 0;

  @Override
  public Map<String, String> namespaceLabels() {
    return IstioSidecars.ENROLMENT;
  }

  /** Their pods are ready, so that istiod has configured them. */
  @Override
  public Optional<ProxyContainer> proxy() {
    return Optional.of(
        new ProxyContainer(IstioSidecars.CONTAINER, IstioSidecars.ADMIN, Optional.empty()));
  }

  @Override
  public Optional<MeshAuthority> authority() {
    return encrypted ? Optional.of(IstioControlPlane.AUTHORITY) : Optional.empty();
  }

  /** Policies are the owner's, and not known. */
  @Override
  public boolean admitsCallersOnly() {
    return false;
  }

  @Override
  public List<String> controlPlanes() {
    return List.of(IstioControlPlane.NAMESPACE);
  }

  @Override
  public ListenerCounters outbound(Hop hop, Placement placement) {
    return hop.client().equals(Topology.LOAD)
        ? IstioSidecars.dialled(hop, placement)
        : AttachedSidecarType.counters(hop, Side.OUTBOUND, placement.namespace());
  }

  @Override
  public ListenerCounters inbound(Hop hop, Placement placement) {
    return AttachedSidecarType.counters(hop, Side.INBOUND, placement.namespace());
  }

  @Override
  public ProxyProcess sidecar(String workload, Address admin) {
    return workload.startsWith(Topology.LOAD)
        ? IstioSidecars.injected(workload, admin)
        : new ProxyProcess(
            SidecarPods.name(workload), workload, new AttachedSidecarType(), "", admin, NOT_KNOWN);
  }
}
