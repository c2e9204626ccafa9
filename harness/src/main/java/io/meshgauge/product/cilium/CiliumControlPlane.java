package io.meshgauge.product.cilium;

import io.meshgauge.topology.design.ControlPlane;
import io.meshgauge.topology.design.ControlPlane.Component;
import io.meshgauge.topology.design.ControlPlane.Condition;
import io.meshgauge.topology.design.ControlPlane.Kind;
import io.meshgauge.topology.design.ControlPlane.Resource;
import io.meshgauge.topology.design.ControlPlane.Subject;
import io.meshgauge.topology.design.ControlPlane.Witness;
import java.util.List;

/**
 * Cilium's components that must be installed on the cluster, by the labels of its own installation.
 * Written for Cilium 1.16 to 1.19, in the namespace {@code kube-system}.
 */
final class CiliumControlPlane {
  private static final String GROUP = "cilium.io";
  private static final String VERSION = "v2";
  private static final String INSTALL = "cilium install";
  private static final String WIREGUARD_KEY = "enable-wireguard";
  private static final String IPSEC_KEY = "enable-ipsec";

  /** An endpoint is regenerated: the programs of the node know the pod. */
  private static final Witness ENDPOINT =
      new Witness(
          new Resource(GROUP, VERSION, "ciliumendpoints"),
          "CiliumEndpoint",
          Subject.POD,
          "/status/state",
          "ready",
          "the node's programs have its rules");

  /** Without encryption. */
  static final ControlPlane PLAIN =
      controlPlane(
              "cilium",
              List.of(off(WIREGUARD_KEY, "cilium-wireguard"), off(IPSEC_KEY, "cilium-ipsec")),
              INSTALL)
          .asNetwork(List.of(ENDPOINT));

  /** Its nodes use WireGuard with each other, and have published their keys. */
  static final ControlPlane WIREGUARD =
      encrypting(
          "wireguard",
          WIREGUARD_KEY,
          "WireGuard",
          node("/metadata/annotations/network.cilium.io~1wg-pub-key", "its WireGuard device is up"),
          "");

  /** Its nodes use IPsec with each other, and have published which key they use. */
  static final ControlPlane IPSEC =
      encrypting(
          "ipsec",
          IPSEC_KEY,
          "IPsec",
          node("/spec/encryption/key", "it has an IPsec key"),
          ", after creating the secret cilium-ipsec-keys");

  private CiliumControlPlane() {}

  private static ControlPlane encrypting(
      String type, String key, String words, Witness node, String first) {
    String install =
        "%s --set encryption.enabled=true --set encryption.type=%s%s"
            .formatted(INSTALL, type, first);
    return controlPlane(
            "cilium-" + type,
            List.of(
                configuration(
                    key,
                    "its nodes encrypt traffic to each other with " + words,
                    "enable it: " + install.replace("install", "upgrade"),
                    false)),
            install)
        .asNetwork(List.of(ENDPOINT, node));
  }

  private static ControlPlane controlPlane(
      String name, List<Condition> conditions, String install) {
    return new ControlPlane(
        name,
        "Cilium",
        List.of(
            new Component(
                Kind.DAEMON_SET, "k8s-app", "cilium", "carries the traffic of a node's pods"),
            new Component(
                Kind.DEPLOYMENT, "io.cilium/app", "operator", "assigns addresses to the nodes")),
        List.of(new Resource(GROUP, VERSION, "ciliumnetworkpolicies")),
        conditions,
        install);
  }

  /** Copy with the component that policies of requests need: an Envoy on every node. */
  static ControlPlane filteringRequests(ControlPlane cilium) {
    return cilium.onlyIf(
        List.of(
            configuration(
                "enable-l7-proxy",
                "its nodes filter requests",
                "enable it: cilium upgrade --set l7Proxy=true",
                false)));
  }

  private static Condition off(String key, String otherMesh) {
    return configuration(
        key,
        "it encrypts nothing",
        "use mesh %s instead, or reinstall it: %s".formatted(otherMesh, INSTALL),
        true);
  }

  private static Condition configuration(
      String key, String words, String remedy, boolean unwanted) {
    return new Condition(
        "v1",
        "ConfigMap",
        "kube-system",
        "cilium-config",
        "/data/" + key,
        "true",
        words,
        remedy,
        unwanted);
  }

  private static Witness node(String pointer, String words) {
    return new Witness(
        new Resource(GROUP, VERSION, "ciliumnodes"),
        "CiliumNode",
        Subject.NODE,
        pointer,
        "",
        words);
  }
}
