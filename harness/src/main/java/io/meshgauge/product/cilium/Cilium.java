package io.meshgauge.product.cilium;

import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Variant;
import io.meshgauge.product.PolicySettings;
import io.meshgauge.product.network.NetworkProduct;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.Guarantees.Refusals;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.design.ClusterDesign;
import io.meshgauge.topology.design.ControlPlane;
import java.util.List;
import java.util.Map;

/**
 * Cilium: its network alone, or with encryption between its nodes.
 *
 * <p>A policy puts the Envoy of the server's node before a service. It reads no token, so that a
 * policy that requires a role is unsupported; one that requires any token at all can be proven.
 */
public final class Cilium extends NetworkProduct {
  private static final String NO_TOKENS =
      "it decides by the roles in tokens, and Cilium's policies match methods, paths and headers"
          + " and read no tokens";

  private Cilium(String key, String title, String way, ControlPlane controlPlane) {
    super(
        key,
        title,
        way,
        controlPlane,
        "no proxy on the path can trace or log a request, and the agents' counters are"
            + " read by the operator of the cluster",
        Map.of(
            PolicySettings.RBAC,
            NO_TOKENS,
            PolicySettings.EXTERNAL,
            "no proxy can ask a decision point"),
        PolicySettings.ABAC);
  }

  /** Without encryption. */
  public static Cilium plain() {
    return new Cilium("cilium", "Cilium", "", CiliumControlPlane.PLAIN);
  }

  /** With WireGuard between nodes. */
  public static Cilium wireGuard() {
    return new Cilium(
        "cilium-wireguard",
        "Cilium, WireGuard",
        "WireGuard (ChaCha20-Poly1305)",
        CiliumControlPlane.WIREGUARD);
  }

  /** With IPsec between nodes. */
  public static Cilium ipsec() {
    return new Cilium(
        "cilium-ipsec",
        "Cilium, IPsec",
        "IPsec (ESP; the cipher is in the secret cilium-ipsec-keys)",
        CiliumControlPlane.IPSEC);
  }

  /** Policies cannot refer to the content of tokens, so that no request is denied for it either. */
  @Override
  public Guarantees claims(Variant variant) {
    return variant.policy().equals(PolicySettings.NONE)
        ? super.claims(variant)
        : super.claims(Variant.plain(variant.mesh())).refusing(Refusals.WITHOUT_TOKEN);
  }

  @Override
  protected ControlPlane controlPlane(Variant variant) {
    ControlPlane network = super.controlPlane(variant);
    return variant.policy().equals(PolicySettings.NONE)
        ? network
        : CiliumControlPlane.filteringRequests(network);
  }

  @Override
  public List<String> problems(Variant variant, PlatformKind platform) {
    return CiliumPolicies.UNSUPPORTED.after(super.problems(variant, platform), variant);
  }

  @Override
  protected ClusterDesign kubernetes(Variant variant) {
    List<String> objects = PolicySettings.of(variant).map(CiliumPolicies::of).orElseGet(List::of);
    return new Design() {
      @Override
      public List<String> objects(Topology topology) {
        return objects;
      }
    };
  }

  @Override
  protected String policy(Variant variant) {
    return PolicySettings.of(variant)
        .map(it -> it.description(true) + "; callers by the labels of their pods")
        .orElse(PolicySettings.NONE);
  }

  @Override
  public List<NodeAgent> agents() {
    return List.of(
        new NodeAgent("cilium-agent", "k8s-app", "cilium"),
        new NodeAgent("cilium-envoy", "k8s-app", "cilium-envoy"));
  }
}
