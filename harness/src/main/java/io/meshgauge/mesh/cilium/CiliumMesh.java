package io.meshgauge.mesh.cilium;

import io.meshgauge.mesh.PolicySettings;
import io.meshgauge.mesh.network.NetworkMesh;
import io.meshgauge.mesh.network.NodeAgent;
import io.meshgauge.topology.ControlPlane;
import java.util.List;
import java.util.Map;

/** Cilium: its network alone, or with its nodes encrypting what they send each other. */
public final class CiliumMesh extends NetworkMesh {
  private static final String NO_TOKENS =
      "it refuses by the roles in tokens, and Cilium's policies look at methods, paths and headers"
          + " and read no token";

  private CiliumMesh(String key, String title, String way, ControlPlane controlPlane) {
    super(
        key,
        title,
        way,
        controlPlane,
        "no proxy is on the path that could trace or log a request, and what the agents count is"
            + " read by whoever runs the cluster",
        Map.of(
            PolicySettings.RBAC, NO_TOKENS,
            PolicySettings.ABAC, NO_TOKENS,
            PolicySettings.EXTERNAL, "no proxy is there that could ask a decision point"));
  }

  /** Its network, which encrypts nothing. */
  public static CiliumMesh plain() {
    return new CiliumMesh("cilium", "Cilium", "", CiliumControlPlane.PLAIN);
  }

  /** With WireGuard between nodes. */
  public static CiliumMesh wireGuard() {
    return new CiliumMesh(
        "cilium-wireguard",
        "Cilium, WireGuard",
        "WireGuard (ChaCha20-Poly1305)",
        CiliumControlPlane.WIREGUARD);
  }

  /** With IPsec between nodes. */
  public static CiliumMesh ipsec() {
    return new CiliumMesh(
        "cilium-ipsec",
        "Cilium, IPsec",
        "IPsec (ESP; the cipher is in the secret cilium-ipsec-keys)",
        CiliumControlPlane.IPSEC);
  }

  @Override
  public List<NodeAgent> agents() {
    return List.of(
        new NodeAgent("cilium-agent", "k8s-app", "cilium"),
        new NodeAgent("cilium-envoy", "k8s-app", "cilium-envoy"));
  }
}
