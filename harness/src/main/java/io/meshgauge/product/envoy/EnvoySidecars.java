package io.meshgauge.product.envoy;

import io.meshgauge.experiment.Fidelity;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Telemetry;
import io.meshgauge.experiment.Variant;
import io.meshgauge.product.ConfigTemplate;
import io.meshgauge.product.Descriptor;
import io.meshgauge.product.Fairness;
import io.meshgauge.product.PlatformSupport;
import io.meshgauge.product.PolicySettings;
import io.meshgauge.product.Product;
import io.meshgauge.product.ProductDesign;
import io.meshgauge.product.ProductDesign.Faults;
import io.meshgauge.product.Requirements;
import io.meshgauge.product.Setting;
import io.meshgauge.product.Settings;
import io.meshgauge.product.SizeSettings;
import io.meshgauge.product.TrafficSettings;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.Guarantees.Proxies;
import io.meshgauge.topology.Site;
import io.meshgauge.topology.plane.DataPlane;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Plain Envoy as a sidecar of every workload, in plaintext: what a sidecar costs before a mesh adds
 * anything. Timeouts, limits and retries equal those of the Istio model, so that the two compare.
 */
public final class EnvoySidecars implements Product {
  private static final String KEY = "envoy";
  private static final String NO_FAULT = "";
  private static final Settings SETTINGS =
      new Settings(
              KEY,
              SidecarSettings.and(
                  SidecarSettings.ALGORITHMS, Setting.WORKERS, Setting.TAP, EnvoyRelease.SETTING))
          .withPolicies(PolicySettings.RBAC, PolicySettings.ABAC, PolicySettings.EXTERNAL)
          .withTelemetry(Telemetry.ALL)
          .withTraffic()
          .and(TrafficSettings.ROUTING)
          .and(SizeSettings.ALL);
  private static final Settings ON_CLUSTER =
      new Settings(KEY).because("on a cluster its configuration is fixed in the manifests");
  private static final ConfigTemplate TEMPLATE =
      new ConfigTemplate(EnvoySidecars.class, "sidecar.yaml.mustache");

  private static final Descriptor DESCRIPTOR =
      Descriptor.of(
              KEY,
              "Envoy sidecars",
              PlatformSupport.runs(
                  Fidelity.REAL, "An Envoy process for every workload, the load worker included."),
              PlatformSupport.runs(
                  Fidelity.REAL, "An Envoy container in every pod, the load workers' included."))
          .running(EnvoyType.PROGRAM);

  @Override
  public Descriptor descriptor() {
    return DESCRIPTOR;
  }

  @Override
  public Requirements requirements(Variant variant, PlatformKind platform) {
    return Requirements.programs(
        PolicySettings.programs(Set.of(EnvoyRelease.program(variant, NO_FAULT)), variant));
  }

  @Override
  public Guarantees claims(Variant variant) {
    return PolicySettings.claims(new Guarantees(Proxies.BOTH_SIDES, false), variant);
  }

  @Override
  public ProductDesign design(Variant variant) {
    return ProductDesign.of(
            site -> EnvoyRelease.released(local(variant, site), variant, NO_FAULT),
            EnvoyContainers::new,
            Faults.ofProcesses(KEY, Requirements.NONE))
        .replicated(topology -> settings(variant).topology(topology))
        .draining(true);
  }

  @Override
  public List<String> problems(Variant variant, PlatformKind platform) {
    if (platform != PlatformKind.LOCAL) {
      return ON_CLUSTER.problems(variant);
    }
    List<String> problems = SETTINGS.problems(variant);
    return problems.isEmpty() ? SidecarSettings.problems(variant) : problems;
  }

  private static SidecarSettings settings(Variant variant) {
    return SidecarSettings.of(variant, SidecarSettings.ALGORITHMS);
  }

  private static DataPlane local(Variant variant, Site site) {
    boolean tapped = variant.setting(Setting.TAP.name(), "off").equals("on");
    return SidecarLayout.of(
            site,
            settings(variant),
            tapped,
            service -> false,
            SidecarPolicy.of(variant, site, null))
        .dataPlane(TEMPLATE, Map.of());
  }

  @Override
  public SortedMap<String, String> fairness(Variant variant, PlatformKind platform) {
    Map<String, String> factors = new TreeMap<>(Fairness.NO_SECURITY);
    factors.put("factor.balancing", settings(variant).balancing());
    PolicySettings.of(variant)
        .ifPresent(
            policy -> {
              factors.put("factor.policy", policy.description(false));
              factors.put("factor.request authentication", TokenCheck.MANIFEST_LINE);
            });
    return Fairness.manifest(variant, factors, settings(variant).manifest());
  }
}
