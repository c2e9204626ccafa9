package io.meshgauge.config;

import io.meshgauge.experiment.Fidelity;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Variant;
import io.meshgauge.mesh.Mesh;
import io.meshgauge.mesh.Support;
import io.meshgauge.topology.Claims;
import io.meshgauge.topology.Claims.Proxies;
import io.meshgauge.topology.ClusterDesign;
import io.meshgauge.topology.DataPlane;
import io.meshgauge.topology.Site;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** A contestant that knows the setting {@code retries} and runs on {@code local} or not at all. */
public record FakeMesh(String key, Support support) implements Mesh {

  /** Four meshes, of which {@code linkerd} cannot run here. */
  public static List<Mesh> all() {
    Support here = Support.runs(Fidelity.MODEL, "A process of the test.");
    return List.of(
        new FakeMesh("baseline", Support.runs(Fidelity.REAL, "Nothing in between.")),
        new FakeMesh("envoy", here),
        new FakeMesh("istio-mtls", here),
        new FakeMesh("linkerd", Support.missing("It needs a cluster.")));
  }

  @Override
  public String title(PlatformKind platform) {
    return "The mesh " + key;
  }

  @Override
  public Support on(PlatformKind platform) {
    return platform == PlatformKind.LOCAL ? support : Support.missing("There is no cluster.");
  }

  @Override
  public Set<String> needs(PlatformKind platform) {
    return Set.of();
  }

  @Override
  public Claims claims() {
    return new Claims(Proxies.NONE, false);
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
