package io.meshgauge.platform.kubernetes.objects;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.meshgauge.experiment.ClusterTarget;
import io.meshgauge.experiment.Variant;
import io.meshgauge.platform.Order;
import io.meshgauge.platform.kubernetes.manifest.Manifest;
import io.meshgauge.product.LimitSettings;
import io.meshgauge.product.ProductDesign;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.node.NodePlacement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Helper of tests that inspect the manifests of a variant. */
public abstract class VariantManifests {
  private static final Path K8S =
      Path.of(System.getProperty("meshgauge.home", "..")).resolve("k8s");

  @TempDir Path folder;
  final Manifests manifests =
      new Manifests(K8S, new Images(new ClusterTarget("lab", null, 1, "images/", "7", false)));

  @BeforeEach
  void keys() throws IOException {
    Files.writeString(folder.resolve("jwks.json"), "{\"keys\":[]}");
  }

  /** All objects of the services under a variant. */
  List<ObjectNode> objects(Topology topology, Variant variant) {
    return objects(manifests, topology, variant);
  }

  /** The same with the manifests of an application. */
  List<ObjectNode> objects(Manifests rendered, Topology topology, Variant variant) {
    ProductDesign design = Products.named(variant.mesh()).design(variant);
    return rendered.services(
        design.kubernetes().overlay(),
        new Order(
            topology,
            design,
            Map.of(),
            folder,
            folder.resolve("work"),
            folder.resolve("logs"),
            LimitSettings.of(variant),
            NodePlacement.spread(0)));
  }

  /** Those of a kind. */
  public static List<ObjectNode> ofKind(List<ObjectNode> objects, String kind) {
    return objects.stream().filter(object -> Manifest.kind(object).equals(kind)).toList();
  }

  /** The one of a name. */
  public static ObjectNode named(List<ObjectNode> objects, String name) {
    return objects.stream().filter(it -> Manifest.name(it).equals(name)).findFirst().orElseThrow();
  }
}
