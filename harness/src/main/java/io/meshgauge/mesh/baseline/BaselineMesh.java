package io.meshgauge.mesh.baseline;

import io.meshgauge.experiment.Fidelity;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Telemetry;
import io.meshgauge.experiment.Variant;
import io.meshgauge.mesh.Fairness;
import io.meshgauge.mesh.Mesh;
import io.meshgauge.mesh.Setting;
import io.meshgauge.mesh.Settings;
import io.meshgauge.mesh.Support;
import io.meshgauge.mesh.TelemetryLayout;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Claims;
import io.meshgauge.topology.Claims.Proxies;
import io.meshgauge.topology.ClusterDesign;
import io.meshgauge.topology.DataPlane;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Placement;
import io.meshgauge.topology.Site;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/** No mesh: every client dials the address its peer itself listens on. */
public final class BaselineMesh implements Mesh {
  private static final Settings SETTINGS =
      new Settings(Variant.BASELINE, Setting.TAP)
          .telling(Telemetry.ofServices())
          .because("a baseline has no proxies");

  private static final Settings ON_CLUSTER =
      new Settings(Variant.BASELINE, Setting.TAP)
          .because("a baseline has no proxies, and nothing reads its metrics there yet");

  @Override
  public String key() {
    return Variant.BASELINE;
  }

  @Override
  public String title(PlatformKind platform) {
    return "Baseline (no mesh)";
  }

  @Override
  public Support on(PlatformKind platform) {
    return switch (platform) {
      case LOCAL -> Support.runs(Fidelity.REAL, "Services dial each other directly.");
      case KUBERNETES ->
          Support.runs(Fidelity.REAL, "Services dial each other through Kubernetes Services.");
    };
  }

  @Override
  public boolean takesCallsOnCluster() {
    return true;
  }

  @Override
  public Claims claims() {
    return new Claims(Proxies.NONE, false);
  }

  @Override
  public List<String> problems(Variant variant, PlatformKind platform) {
    return (platform == PlatformKind.LOCAL ? SETTINGS : ON_CLUSTER).problems(variant);
  }

  @Override
  public DataPlane local(Variant variant, Site site) {
    Map<Hop, Address> direct = new LinkedHashMap<>();
    for (Hop hop : site.topology().hops()) {
      Address serving = site.serving().get(hop.server());
      if (serving == null) {
        throw new IllegalArgumentException(
            "no serving address for service '%s'; the site has %s"
                .formatted(hop.server(), site.serving().keySet()));
      }
      direct.put(hop, serving);
    }
    return new DataPlane(List.of(), direct, List.of(), direct)
        .observedBy(TelemetryLayout.at(site, Telemetry.of(variant), List.of()).backends());
  }

  @Override
  public ClusterDesign kubernetes(Variant variant) {
    return new ClusterDesign() {
      @Override
      public String overlay() {
        return Variant.BASELINE;
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
