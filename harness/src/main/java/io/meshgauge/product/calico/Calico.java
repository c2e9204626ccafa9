package io.meshgauge.product.calico;

import io.meshgauge.product.network.NetworkProduct;
import io.meshgauge.topology.design.ControlPlane;
import io.meshgauge.topology.design.ControlPlane.Component;
import io.meshgauge.topology.design.ControlPlane.Condition;
import io.meshgauge.topology.design.ControlPlane.Kind;
import io.meshgauge.topology.design.ControlPlane.Resource;
import io.meshgauge.topology.design.ControlPlane.Subject;
import io.meshgauge.topology.design.ControlPlane.Witness;
import java.util.List;
import java.util.Map;

/**
 * Calico whose nodes use WireGuard with each other. Written for Calico 3.29 to 3.32, installed by
 * its operator or by its manifest.
 */
public final class Calico extends NetworkProduct {
  private static final String INSTALL =
      "helm install calico projectcalico/tigera-operator --namespace tigera-operator"
          + " --create-namespace --set defaultFelixConfiguration.enabled=true"
          + " --set defaultFelixConfiguration.wireguardEnabled=true";

  /**
   * The agents; the WireGuard option, which is in one of two API groups; and the key that a node
   * publishes once its WireGuard device is up.
   */
  public static final ControlPlane WIREGUARD =
      new ControlPlane(
              "calico-wireguard",
              "Calico",
              List.of(
                  new Component(
                      Kind.DAEMON_SET,
                      "k8s-app",
                      "calico-node",
                      "routes and encrypts the traffic of a node's pods")),
              List.of(),
              List.of(
                  new Condition(
                      "projectcalico.org/v3,crd.projectcalico.org/v1",
                      "FelixConfiguration",
                      "",
                      "default",
                      "/spec/wireguardEnabled",
                      "true",
                      "its nodes use WireGuard with each other",
                      "kubectl patch felixconfiguration default --type=merge -p"
                          + " '{\"spec\":{\"wireguardEnabled\":true}}'")),
              INSTALL)
          .asNetwork(
              List.of(
                  new Witness(
                      new Resource("", "v1", "nodes"),
                      "Node",
                      Subject.NODE,
                      "/metadata/annotations/projectcalico.org~1WireguardPublicKey",
                      "",
                      "its WireGuard device is up")));

  public Calico() {
    super(
        "calico-wireguard",
        "Calico, WireGuard",
        "WireGuard (ChaCha20-Poly1305)",
        WIREGUARD,
        "open-source Calico filters by addresses and ports, not by requests",
        Map.of());
  }

  @Override
  public List<NodeAgent> agents() {
    return List.of(new NodeAgent("calico-node", "k8s-app", "calico-node"));
  }
}
