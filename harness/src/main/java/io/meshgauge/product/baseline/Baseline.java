package io.meshgauge.product.baseline;

import io.meshgauge.experiment.Fidelity;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Telemetry;
import io.meshgauge.experiment.Variant;
import io.meshgauge.product.Descriptor;
import io.meshgauge.product.Fairness;
import io.meshgauge.product.PlatformSupport;
import io.meshgauge.product.Product;
import io.meshgauge.product.ProductDesign;
import io.meshgauge.product.ProductDesign.Faults;
import io.meshgauge.product.Requirements;
import io.meshgauge.product.Setting;
import io.meshgauge.product.Settings;
import io.meshgauge.product.TelemetryLayout;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.ClusterDesign;
import io.meshgauge.topology.DataPlane;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.Guarantees.Proxies;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Placement;
import io.meshgauge.topology.Replica;
import io.meshgauge.topology.Site;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/** No mesh: every client dials the address on which its peer itself listens. */
public final class Baseline implements Product {
  private static final Settings SETTINGS =
      new Settings(Variant.BASELINE, Setting.TAP)
          .withTelemetry(Telemetry.ofServices())
          .because("a baseline has no proxies");

  private static final Settings ON_CLUSTER =
      new Settings(Variant.BASELINE, Setting.TAP)
          .because("a baseline has no proxies, and its metrics are not collected on a cluster yet");

  private static final Descriptor DESCRIPTOR =
      Descriptor.of(
          Variant.BASELINE,
          "Baseline (no mesh)",
          PlatformSupport.runs(Fidelity.REAL, "Services dial each other directly."),
          PlatformSupport.runs(
              Fidelity.REAL, "Services dial each other through Kubernetes Services."));

  @Override
  public Descriptor descriptor() {
    return DESCRIPTOR;
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
  public ProductDesign design(Variant variant) {
    return ProductDesign.of(
            site -> local(variant, site),
            Baseline::kubernetes,
            Faults.ofProcesses(Variant.BASELINE, Requirements.NONE))
        .callable();
  }

  @Override
  public List<String> problems(Variant variant, PlatformKind platform) {
    return (platform == PlatformKind.LOCAL ? SETTINGS : ON_CLUSTER).problems(variant);
  }

  private static DataPlane local(Variant variant, Site site) {
    Map<Hop, Address> direct = new LinkedHashMap<>();
    for (Hop hop : site.topology().hops()) {
      direct.put(hop, site.servingOf(new Replica(hop.server(), 1)));
    }
    return new DataPlane(List.of(), direct, List.of(), direct)
        .observedBy(
            TelemetryLayout.at(site, Telemetry.of(variant), List.of(), List.of()).backends());
  }

  private static ClusterDesign kubernetes() {
    return new ClusterDesign() {
      @Override
      public String overlay() {
        return Variant.BASELINE;
      }

      @Override
      public Optional<ClusterDesign> attached() {
        return Optional.of(this);
      }

      @Override
      public DataPlane dataPlane(Placement placement) {
        Map<Hop, Address> direct = placement.servers();
        return new DataPlane(List.of(), direct, List.of(), direct);
      }
    };
  }

  @Override
  public SortedMap<String, String> fairness(Variant variant, PlatformKind platform) {
    return Fairness.withoutProxy(variant, Fairness.NO_SECURITY);
  }
}
