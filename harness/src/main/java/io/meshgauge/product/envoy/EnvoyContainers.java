package io.meshgauge.product.envoy;

import io.meshgauge.product.SidecarPods;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Placement;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.plane.ListenerCounters;
import io.meshgauge.topology.plane.ProxyProcess;
import java.util.Optional;

/**
 * Plain Envoy as a container of every pod: a client dials its own pod, the Envoy there dials the
 * peer's Service, which leads to the Envoy before the peer. The ports are those of {@code
 * k8s/mesh/envoy} and, for a TCP stream, of its folder {@code tcp}.
 */
final class EnvoyContainers implements SidecarPods {
  private static final String CONTAINER = "envoy";
  private static final int ADMIN = 15000;
  private static final int WORKERS = 2;
  private static final int INGRESS_HTTP = 15006;
  private static final int INGRESS_GRPC = 15009;

  @Override
  public String overlay() {
    return "envoy";
  }

  @Override
  public Optional<ProxyContainer> proxy() {
    return Optional.of(new ProxyContainer(CONTAINER, ADMIN, Optional.empty()));
  }

  @Override
  public Address server(Hop hop, Placement placement) {
    return placement.at(
        hop.server(), hop.protocol() == Protocol.GRPC ? INGRESS_GRPC : INGRESS_HTTP);
  }

  @Override
  public ListenerCounters outbound(Hop hop, Placement placement) {
    return counters(hop, "outbound_" + hop.server());
  }

  @Override
  public ListenerCounters inbound(Hop hop, Placement placement) {
    return counters(
        hop,
        switch (hop.protocol()) {
          case HTTP1 -> "inbound_http";
          case GRPC -> "inbound_grpc";
          case TCP -> "inbound_tcp";
        });
  }

  private static ListenerCounters counters(Hop hop, String name) {
    return EnvoyCounters.of(hop.protocol(), name, name);
  }

  @Override
  public ProxyProcess sidecar(String workload, Address admin) {
    return new ProxyProcess(
        SidecarPods.name(workload), workload, new EnvoyType(), "", admin, WORKERS);
  }
}
