package io.meshgauge.config;

import io.meshgauge.experiment.Fidelity;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Variant;
import io.meshgauge.product.PlatformSupport;
import io.meshgauge.product.Product;
import io.meshgauge.topology.ClusterDesign;
import io.meshgauge.topology.DataPlane;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.Guarantees.Proxies;
import io.meshgauge.topology.Site;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** A contestant that knows the setting {@code retries} and runs on {@code local} or not at all. */
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
  public String title(PlatformKind platform) {
    return "The mesh " + key;
  }

  @Override
  public PlatformSupport on(PlatformKind platform) {
    return platform == PlatformKind.LOCAL
        ? support
        : PlatformSupport.missing("There is no cluster.");
  }

  @Override
  public Set<String> needs(PlatformKind platform) {
    return Set.of();
  }

  @Override
  public Guarantees claims() {
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
  public DataPlane local(Variant variant, Site site) {
    throw new UnsupportedOperationException("nothing is deployed in these tests");
  }

  @Override
  public ClusterDesign kubernetes(Variant variant) {
    throw new UnsupportedOperationException("nothing is deployed in these tests");
  }

  @Override
  public SortedMap<String, String> fairness(Variant variant, PlatformKind platform) {
    return new TreeMap<>();
  }
}
