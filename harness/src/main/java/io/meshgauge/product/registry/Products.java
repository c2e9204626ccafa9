package io.meshgauge.product.registry;

import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Variant;
import io.meshgauge.product.Product;
import io.meshgauge.product.baseline.Baseline;
import io.meshgauge.product.caddy.Caddy;
import io.meshgauge.product.calico.Calico;
import io.meshgauge.product.cilium.Cilium;
import io.meshgauge.product.envoy.EnvoySidecars;
import io.meshgauge.product.envoyfront.EnvoyFront;
import io.meshgauge.product.haproxy.Haproxy;
import io.meshgauge.product.istio.IstioAmbient;
import io.meshgauge.product.istio.IstioSidecar;
import io.meshgauge.product.kindnet.Kindnet;
import io.meshgauge.product.linkerd.Linkerd;
import io.meshgauge.product.nginx.Nginx;
import io.meshgauge.product.traefik.TraefikProxy;
import io.meshgauge.product.traefikmesh.TraefikMesh;
import io.meshgauge.topology.ProgramSpec;
import io.meshgauge.topology.design.ControlPlane;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The registry of products; a product exists if it has a line here. */
public final class Products {
  private static final List<Product> ALL =
      List.of(
          new Baseline(),
          new EnvoySidecars(),
          IstioSidecar.mtls(),
          IstioSidecar.plaintext(),
          new IstioAmbient(),
          new Linkerd(),
          new Haproxy(),
          new Nginx(),
          new EnvoyFront(),
          new TraefikProxy(),
          new Caddy(),
          new TraefikMesh(),
          Cilium.plain(),
          Cilium.wireGuard(),
          Cilium.ipsec(),
          new Calico(),
          new Kindnet());

  private Products() {}

  /** Every product, in display order. */
  public static List<Product> all() {
    return ALL;
  }

  /** The product of that key; empty if there is none. */
  public static Optional<Product> ofKey(String key) {
    return ALL.stream().filter(mesh -> mesh.descriptor().key().equals(key)).findFirst();
  }

  /**
   * The product of that key.
   *
   * @throws IllegalArgumentException when there is none; the message lists the keys that exist
   */
  public static Product named(String key) {
    return ofKey(key)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no mesh '%s'; expected one of %s".formatted(key, keys())));
  }

  /** The products that can run on a platform. */
  public static List<Product> on(PlatformKind platform) {
    return ALL.stream().filter(mesh -> mesh.descriptor().on(platform).available()).toList();
  }

  /** Control planes of all products, each once. */
  public static List<ControlPlane> controlPlanes() {
    return ALL.stream().flatMap(mesh -> plainControlPlane(mesh).stream()).distinct().toList();
  }

  /** Programs that are run in addition to the services, of products and of platforms. */
  public static List<ProgramSpec> programs() {
    return ProgramTable.ALL;
  }

  /** Public images, by program name. */
  public static SortedMap<String, String> images() {
    SortedMap<String, String> images = new TreeMap<>();
    programs().stream()
        .filter(program -> !program.image().isEmpty())
        .forEach(program -> images.put(program.name(), program.image()));
    return images;
  }

  /** Keys of the products that run a program on a cluster by its public image. */
  public static List<String> keysRunning(String program) {
    return ALL.stream()
        .filter(it -> plainControlPlane(it).isEmpty())
        .filter(it -> it.descriptor().programs().contains(program))
        .map(product -> product.descriptor().key())
        .toList();
  }

  /** All keys, comma separated, for messages. */
  public static String keys() {
    return ALL.stream()
        .map(product -> product.descriptor().key())
        .collect(Collectors.joining(", "));
  }

  private static Optional<ControlPlane> plainControlPlane(Product product) {
    Variant plain = Variant.plain(product.descriptor().key());
    return product.requirements(plain, PlatformKind.KUBERNETES).controlPlane();
  }
}
