package io.meshgauge.product.istio;

import io.meshgauge.topology.Address;
import io.meshgauge.topology.ClusterDesign;
import io.meshgauge.topology.DataPlane;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Listener;
import io.meshgauge.topology.Listener.Side;
import io.meshgauge.topology.Placement;
import io.meshgauge.topology.ProxyProcess;
import io.meshgauge.topology.Topology;
import java.util.ArrayList;
import java.util.LinkedHashMap;
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
record AttachedSidecars(String overlay, boolean encrypted) implements ClusterDesign {
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
  public DataPlane dataPlane(Placement placement) {
    List<ProxyProcess> proxies = new ArrayList<>();
    placement
        .admin()
        .forEach(
            (workload, admin) ->
                proxies.add(
                    workload.startsWith(Topology.LOAD)
                        ? IstioSidecars.proxy(workload, admin)
                        : owners(workload, admin)));
    Map<Hop, Address> direct = placement.servers();
    List<Listener> listeners = new ArrayList<>();
    Map<String, Hop> first = new LinkedHashMap<>();
    for (Hop hop : placement.topology().hops()) {
      listeners.add(
          hop.client().equals(Topology.LOAD)
              ? IstioSidecars.outbound(hop, placement)
              : listener(hop.client(), hop, Side.OUTBOUND, placement));
      first.putIfAbsent(hop.server(), hop);
    }
    first
        .values()
        .forEach(hop -> listeners.add(listener(hop.server(), hop, Side.INBOUND, placement)));
    return new DataPlane(proxies, direct, listeners, direct);
  }

  private static ProxyProcess owners(String workload, Address admin) {
    return new ProxyProcess(
        workload + "-proxy", workload, new AttachedSidecarType(), "", admin, NOT_KNOWN);
  }

  private static Listener listener(String workload, Hop hop, Side side, Placement placement) {
    return new Listener(
        workload + "-proxy",
        hop,
        side,
        placement.server(hop),
        AttachedSidecarType.counters(hop, side, placement.namespace()));
  }
}
