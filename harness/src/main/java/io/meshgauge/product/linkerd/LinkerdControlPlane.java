package io.meshgauge.product.linkerd;

import io.meshgauge.topology.design.ControlPlane;
import io.meshgauge.topology.design.ControlPlane.Component;
import io.meshgauge.topology.design.ControlPlane.Kind;
import io.meshgauge.topology.design.ControlPlane.Resource;
import io.meshgauge.topology.design.Installation;
import io.meshgauge.topology.design.Installation.Call;
import java.util.List;

/**
 * Linkerd's components that must be installed on the cluster, by the labels of its own
 * installation.
 */
public final class LinkerdControlPlane {
  private static final String LABEL = "linkerd.io/control-plane-component";

  /** Since 2.19 `linkerd install` refuses to run on a cluster without these definitions. */
  private static final String GATEWAY_API =
      "kubectl apply --server-side -f https://github.com/kubernetes-sigs/gateway-api/releases/download/v1.2.1/standard-install.yaml";

  private static final String ROUTES = "gateway.networking.k8s.io";
  private static final String POLICY = "policy.linkerd.io";

  /** All components that its proxies query. */
  public static final ControlPlane LINKERD =
      new ControlPlane(
              "linkerd",
              "Linkerd",
              List.of(
                  new Component(
                      Kind.DEPLOYMENT,
                      LABEL,
                      "destination",
                      "sends services and policies to the proxies"),
                  new Component(
                      Kind.DEPLOYMENT, LABEL, "identity", "issues the proxies' certificates"),
                  new Component(
                      Kind.DEPLOYMENT, LABEL, "proxy-injector", "injects proxies into workloads")),
              List.of(
                  new Resource(POLICY, "v1beta3", "servers"),
                  new Resource(POLICY, "v1beta3", "httproutes"),
                  new Resource(POLICY, "v1alpha1", "authorizationpolicies"),
                  new Resource(POLICY, "v1alpha1", "meshtlsauthentications"),
                  new Resource(POLICY, "v1alpha1", "networkauthentications")),
              List.of(),
              GATEWAY_API
                  + " && linkerd install --crds | kubectl apply -f -"
                  + " && linkerd install | kubectl apply -f -")
          .installedBy(
              new Installation(
                  "linkerd",
                  "--context",
                  List.of(Call.printingPlainly("install", "--crds"), Call.printing("install")),
                  List.of(Call.printingPlainly("uninstall")),
                  List.of("version", "--client", "--short"),
                  "linkerd",
                  List.of("linkerd.io"),
                  List.of(
                      new Resource(ROUTES, "v1", "httproutes"),
                      new Resource(ROUTES, "v1", "grpcroutes")),
                  List.of()));

  private LinkerdControlPlane() {}
}
