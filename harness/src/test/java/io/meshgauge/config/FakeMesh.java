package io.meshgauge.config;

import io.meshgauge.experiment.Fidelity;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Variant;
import io.meshgauge.product.Descriptor;
import io.meshgauge.product.PlatformSupport;
import io.meshgauge.product.Product;
import io.meshgauge.product.ProductDesign;
import io.meshgauge.product.ProductDesign.Faults;
import io.meshgauge.product.Requirements;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.Guarantees.Proxies;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** A product with the setting {@code retries} that runs on {@code local} or not at all. */
public record FakeMesh(String key, PlatformSupport support) implements Product {

  /** Four meshes, of which {@code linkerd} cannot run here. */
  public static List<Product> all() {
    PlatformSupport here = PlatformSupport.runs(Fidelity.MODEL, "A process of the test.");
    return List.of(
        new FakeMesh("baseline", PlatformSupport.runs(Fidelity.REAL, "Nothing in between.")),
        new FakeMesh("envoy", here),
        new FakeMesh("istio-mtls", here),
        new FakeMesh("linkerd", PlatformSupport.missing("It needs a cluster.")));
  }

  @Override
  public Descriptor descriptor() {
    return Descriptor.of(
        key, "The mesh " + key, support, PlatformSupport.missing("There is no cluster."));
  }

  @Override
  public Requirements requirements(Variant variant, PlatformKind platform) {
    return Requirements.NONE;
  }

  @Override
  public Guarantees claims(Variant variant) {
    return new Guarantees(Proxies.NONE, false);
  }

  @Override
  public List<String> problems(Variant variant, PlatformKind platform) {
    return variant.settings().keySet().stream()
        .filter(name -> !name.equals("retries"))
        .map(name -> "setting '%s' is unknown; it has retries".formatted(name))
        .toList();
  }

  @Override
  public ProductDesign design(Variant variant) {
    return ProductDesign.onCluster(
        descriptor(),
        () -> {
          throw new UnsupportedOperationException("nothing is deployed in these tests");
        },
        Faults.ofProcesses(key, Requirements.NONE));
  }

  @Override
  public SortedMap<String, String> fairness(Variant variant, PlatformKind platform) {
    return new TreeMap<>();
  }
}
