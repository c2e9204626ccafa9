package io.meshgauge.product.kindnet;

import io.meshgauge.product.network.NetworkProduct;
import io.meshgauge.topology.design.ControlPlane;
import io.meshgauge.topology.design.ControlPlane.Component;
import io.meshgauge.topology.design.ControlPlane.Condition;
import io.meshgauge.topology.design.ControlPlane.Kind;
import java.util.List;
import java.util.Map;

/**
 * Kindnet whose nodes use IPsec with each other. Written for kubernetes-sigs/kindnet 1.0 as its
 * {@code install-kindnet.yaml} installs it; the kindnetd that comes with kind has no such option.
 *
 * <p>Its source takes the first 16 bytes of its service account's token for the key. Tokens begin
 * with their header, which is the same on most clusters: whether the packets of a run are
 * confidential is therefore tested by decryption.
 */
public final class Kindnet extends NetworkProduct {
  private static final String OPTION = "--ipsec-overlay=true";

  /** The agents, and the option by which they make IPsec tunnels. */
  public static final ControlPlane IPSEC =
      new ControlPlane(
              "kindnet-ipsec",
              "Kindnet",
              List.of(
                  new Component(
                      Kind.DAEMON_SET,
                      "app",
                      "kindnet",
                      "routes and encrypts the traffic of a node's pods")),
              List.of(),
              List.of(
                  new Condition(
                      "apps/v1",
                      "DaemonSet",
                      "kube-system",
                      "kindnet",
                      "/spec/template/spec/containers/0/command",
                      OPTION,
                      "its nodes use IPsec with each other",
                      "add %s to the command of its container kindnet-cni, and restart its pods"
                          .formatted(OPTION))),
              "kubectl apply -f install-kindnet.yaml")
          .asNetwork(List.of());

  public Kindnet() {
    super(
        "kindnet-ipsec",
        "Kindnet, IPsec",
        "IPsec tunnels (ESP)",
        IPSEC,
        "Kindnet filters by addresses and ports, not by requests",
        Map.of());
  }

  @Override
  public List<NodeAgent> agents() {
    return List.of(new NodeAgent("kindnet", "app", "kindnet"));
  }
}
