package io.meshgauge.product.traefikmesh;

import io.meshgauge.topology.ControlPlane;
import io.meshgauge.topology.ControlPlane.Component;
import io.meshgauge.topology.ControlPlane.Kind;
import io.meshgauge.topology.Installation;
import io.meshgauge.topology.Installation.Call;
import java.util.List;

/** Traefik Mesh's components that must be installed on the cluster, by the labels of its chart. */
public final class TraefikMeshControlPlane {
  /** Its controller, and its proxies. */
  public static final ControlPlane TRAEFIK_MESH =
      new ControlPlane(
              "traefik-mesh",
              "Traefik Mesh",
              List.of(
                  new Component(Kind.DEPLOYMENT, "app", "maesh", "configures the proxies"),
                  new Component(
                      Kind.DAEMON_SET,
                      "component",
                      "maesh-mesh",
                      "carries the calls of a node's pods")),
              List.of(),
              List.of(),
              "helm install traefik-mesh traefik-mesh/traefik-mesh")
          .installedBy(
              new Installation(
                  "helm",
                  "--kube-context",
                  List.of(
                      Call.doing(
                          "install",
                          "traefik-mesh",
                          "traefik-mesh/traefik-mesh",
                          "--namespace",
                          "traefik-mesh",
                          "--create-namespace",
                          "--wait")),
                  List.of(
                      Call.plainly(
                          "uninstall", "traefik-mesh", "--namespace", "traefik-mesh", "--wait")),
                  List.of("version", "--short"),
                  "traefik-mesh",
                  List.of("smi-spec.io")));

  private TraefikMeshControlPlane() {}
}
