package io.meshgauge.mesh;

import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Variant;
import io.meshgauge.mesh.ambient.AmbientMesh;
import io.meshgauge.mesh.baseline.BaselineMesh;
import io.meshgauge.mesh.calico.CalicoMesh;
import io.meshgauge.mesh.cilium.CiliumMesh;
import io.meshgauge.mesh.envoy.EnvoyFrontMesh;
import io.meshgauge.mesh.envoy.EnvoyMesh;
import io.meshgauge.mesh.haproxy.HaproxyMesh;
import io.meshgauge.mesh.istio.IstioMesh;
import io.meshgauge.mesh.kindnet.KindnetMesh;
import io.meshgauge.mesh.linkerd.LinkerdMesh;
import io.meshgauge.mesh.nginx.NginxMesh;
import io.meshgauge.mesh.traefik.TraefikMesh;
import io.meshgauge.mesh.traefikmesh.TraefikNodeMesh;
import io.meshgauge.topology.ControlPlane;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The registry of contestants: a mesh exists when it has a line here. */
public final class Meshes {
  private static final List<Mesh> ALL =
      List.of(
          new BaselineMesh(),
          new EnvoyMesh(),
          IstioMesh.mtls(),
          IstioMesh.plaintext(),
          new AmbientMesh(),
          new LinkerdMesh(),
          new HaproxyMesh(),
          new NginxMesh(),
          new EnvoyFrontMesh(),
          new TraefikMesh(),
          new TraefikNodeMesh(),
          CiliumMesh.plain(),
          CiliumMesh.wireGuard(),
          CiliumMesh.ipsec(),
          new CalicoMesh(),
          new KindnetMesh());

  private Meshes() {}

  /** Every mesh, in the order they are listed to people. */
  public static List<Mesh> all() {
    return ALL;
  }

  /** The mesh of that key, or empty when there is none. */
  public static Optional<Mesh> ofKey(String key) {
    return ALL.stream().filter(mesh -> mesh.key().equals(key)).findFirst();
  }

  /**
   * The mesh of that key.
   *
   * @throws IllegalArgumentException when there is none, saying which exist
   */
  public static Mesh named(String key) {
    return ofKey(key)
        .orElseThrow(
            () ->
                new IllegalArgumentException("no mesh '%s'; there are %s".formatted(key, keys())));
  }

  /** The meshes that can run on a platform. */
  public static List<Mesh> on(PlatformKind platform) {
    return ALL.stream().filter(mesh -> mesh.on(platform).available()).toList();
  }

  /** What the meshes need on a cluster, each once. */
  public static List<ControlPlane> controlPlanes() {
    return ALL.stream()
        .flatMap(mesh -> mesh.controlPlane(Variant.plain(mesh.key())).stream())
        .distinct()
        .toList();
  }

  /** All keys, comma separated, for messages that say what exists. */
  public static String keys() {
    return ALL.stream().map(Mesh::key).collect(Collectors.joining(", "));
  }
}
