package io.meshgauge.product.istio;

import io.meshgauge.topology.design.ClusterDesign.MeshAuthority;
import io.meshgauge.topology.design.ControlPlane;
import io.meshgauge.topology.design.ControlPlane.Component;
import io.meshgauge.topology.design.ControlPlane.Kind;
import io.meshgauge.topology.design.ControlPlane.Resource;
import io.meshgauge.topology.design.Installation;
import io.meshgauge.topology.design.Installation.Call;
import io.meshgauge.topology.design.Installation.Scope;
import io.meshgauge.topology.design.Installation.Written;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Istio's components that must be installed on the cluster, by the labels of its own installation.
 */
public final class IstioControlPlane {
  private static final String SECURITY = "security.istio.io";
  private static final String NETWORKING = "networking.istio.io";

  /** Namespace of a default installation. */
  static final String NAMESPACE = "istio-system";

  /**
   * Certificate authority of the proxies, and of any client that has a token of the right audience.
   */
  static final MeshAuthority AUTHORITY =
      new MeshAuthority(
          "cluster.local",
          "istiod." + NAMESPACE + ".svc",
          15012,
          "istio-ca",
          "istio-ca-root-cert",
          "root-cert.pem");

  private static final Resource CONFIG_MAPS = new Resource("", "v1", "configmaps");

  private static final String AMBIENT_INSTALL = "istioctl install --set profile=ambient";

  private static final Component ISTIOD =
      new Component(Kind.DEPLOYMENT, "app", "istiod", "configures the proxies");

  private static final List<Resource> POLICIES =
      List.of(
          new Resource(SECURITY, "v1", "peerauthentications"),
          new Resource(SECURITY, "v1", "requestauthentications"),
          new Resource(SECURITY, "v1", "authorizationpolicies"));

  private static final List<Resource> OF_REQUESTS =
      and(
          POLICIES,
          new Resource(NETWORKING, "v1", "destinationrules"),
          new Resource(NETWORKING, "v1", "virtualservices"),
          new Resource("telemetry.istio.io", "v1", "telemetries"));

  private static final List<Resource> OBJECTS =
      and(
          OF_REQUESTS,
          new Resource(NETWORKING, "v1alpha3", "envoyfilters"),
          new Resource(NETWORKING, "v1", "serviceentries"));

  /** For sidecars. */
  public static final ControlPlane SIDECARS =
      new ControlPlane("istio", "Istio", List.of(ISTIOD), OBJECTS, List.of(), "istioctl install")
          .installedBy(istioctl());

  /**
   * For ambient mode: ztunnel on every node, and istio-cni, which redirects the pods' traffic to
   * it.
   */
  public static final ControlPlane AMBIENT = ambient(POLICIES, AMBIENT_INSTALL);

  /**
   * For ambient mode with waypoints, which are gateways of the Gateway API. Istio does not install
   * its definitions.
   */
  public static final ControlPlane WAYPOINTS =
      ambient(
          and(OF_REQUESTS, new Resource("gateway.networking.k8s.io", "v1", "gateways")),
          AMBIENT_INSTALL
              + ", and the definitions of the Gateway API, which Istio does not install"
              + " (https://gateway-api.sigs.k8s.io)");

  private IstioControlPlane() {}

  private static Installation istioctl(String... chosen) {
    List<String> arguments = new ArrayList<>(List.of("install", "-y"));
    arguments.addAll(List.of(chosen));
    return new Installation(
        "istioctl",
        "--context",
        List.of(Call.doing(arguments.toArray(new String[0]))),
        List.of(Call.plainly("uninstall", "--purge", "-y")),
        List.of("version", "--remote=false"),
        NAMESPACE,
        List.of("istio.io"),
        List.of(),
        List.of(
            new Written(
                new Resource("gateway.networking.k8s.io", "v1", "gatewayclasses"),
                Scope.CLUSTER,
                List.of(
                    "istio",
                    "istio-remote",
                    "istio-waypoint",
                    "istio-east-west",
                    "istio-agentgateway",
                    "istio-agentgateway-waypoint")),
            new Written(
                new Resource("certificates.k8s.io", "v1beta1", "clustertrustbundles"),
                Scope.CLUSTER,
                List.of("istio.io:istiod-ca:root-cert")),
            new Written(
                CONFIG_MAPS,
                Scope.EVERY_NAMESPACE,
                List.of(AUTHORITY.rootConfigMap(), "istio-ca-crl")),
            // Leader election, most of it by revision; and the key of the authority.
            new Written(CONFIG_MAPS, Scope.OWN_NAMESPACE, List.of("istio-*")),
            new Written(
                new Resource("coordination.k8s.io", "v1", "leases"),
                Scope.OWN_NAMESPACE,
                List.of("istio-*")),
            new Written(
                new Resource("", "v1", "secrets"),
                Scope.OWN_NAMESPACE,
                List.of("istio-ca-secret", "cacerts"))));
  }

  private static ControlPlane ambient(List<Resource> resources, String install) {
    return new ControlPlane(
            "istio-ambient",
            "Istio in ambient mode",
            List.of(
                ISTIOD,
                new Component(
                    Kind.DAEMON_SET, "app", "ztunnel", "carries the traffic of a node's pods"),
                new Component(
                    Kind.DAEMON_SET,
                    "k8s-app",
                    "istio-cni-node",
                    "redirects the pods' traffic to the ztunnel")),
            resources,
            List.of(),
            install)
        .installedBy(istioctl("--set", "profile=ambient"));
  }

  private static List<Resource> and(List<Resource> some, Resource... more) {
    return Stream.concat(some.stream(), Stream.of(more)).toList();
  }
}
