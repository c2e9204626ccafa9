package io.meshgauge.product.istio;

import io.meshgauge.experiment.Fidelity;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Telemetry;
import io.meshgauge.experiment.Variant;
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
import io.meshgauge.product.TrafficSettings;
import io.meshgauge.product.envoy.EnvoyType;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.Guarantees.Proxies;
import io.meshgauge.topology.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Istio without sidecars: Istio's own ambient mode on a cluster, a model of it on this machine.
 *
 * <p>Setting {@code waypoint: on} adds a proxy that handles requests. Setting {@code fault:
 * not-captured:SERVICE} lets the callers of a service bypass the proxy while capture is still
 * claimed, to demonstrate that the evidence fails.
 */
public final class IstioAmbient implements Product {
  private static final String UNSEEN =
      "the ztunnel's model handles connections, not requests; waypoint: on adds a proxy"
          + " that does";
  private static final String CALLERS =
      "the model's waypoint reads requests after the end of a tunnel, where Envoy no longer has"
          + " the caller's certificate; use istio-mtls, or istio-ambient on a cluster";
  private static final String SPANS =
      "a hop would have one span, the waypoint's, for which there is no check yet";
  private static final String SCRAPING =
      "a Prometheus scrapes a service at the port of its requests, and its connections there are"
          + " not distinguished from those of a client that bypasses the proxy";
  private static final String FEWEST =
      "the evidence reads other counters of its proxies than of sidecars, and is not listed for"
          + " Envoy yet";
  private static final String STEERING =
      "the model's proxies have Istio's defaults only; on a cluster a waypoint supports it";

  private static final String KEY = "istio-ambient";

  private static final Descriptor DESCRIPTOR =
      Descriptor.of(
              KEY,
              "Istio ambient",
              PlatformSupport.runs(
                  Fidelity.MODEL,
                  "One upstream Envoy in place of the ztunnel carries all workloads' connections through"
                      + " HBONE tunnels (HTTP/2 CONNECT in mutual TLS), and with waypoint:"
                      + " on a second one handles the requests; the real ztunnel is another program,"
                      + " and clients dial it without redirection."),
              PlatformSupport.runs(
                  Fidelity.REAL,
                  "Istio's own ztunnel on every node, and with the setting waypoint: on a waypoint before"
                      + " the services, by the cluster's istiod, which must be installed in ambient mode"
                      + " (`istioctl install --set profile=ambient`)."))
          .modelled("Istio ambient model")
          .running(EnvoyType.PROGRAM)
          .comparing(
              Variant.plain("istio-mtls"),
              Variant.plain(KEY),
              Variant.plain(KEY)
                  .with(AmbientSettings.WAYPOINT.name(), "on")
                  .named("istio-" + AmbientLayout.Waypoint.NAME));

  @Override
  public Descriptor descriptor() {
    return DESCRIPTOR;
  }

  @Override
  public Requirements requirements(Variant variant, PlatformKind platform) {
    boolean local = platform == PlatformKind.LOCAL;
    return new Requirements(
        local ? Set.of(EnvoyType.PROGRAM) : Set.of(),
        Optional.of(AmbientOnCluster.controlPlane(variant)).filter(it -> !local),
        AmbientSettings.of(variant).waypoint() ? List.of(AmbientLayout.Waypoint.NAME) : List.of());
  }

  @Override
  public Guarantees claims(Variant variant) {
    Proxies proxies =
        AmbientSettings.of(variant).waypoint() ? Proxies.SHARED_AND_WAYPOINT : Proxies.SHARED;
    return PolicySettings.claims(new Guarantees(proxies, true), variant);
  }

  /** A waypoint on a cluster counts requests, and no streams. */
  @Override
  public ProductDesign design(Variant variant) {
    return ProductDesign.of(
            site -> AmbientLayout.of(site, AmbientSettings.of(variant)),
            () -> AmbientOnCluster.design(variant),
            (act, platform) ->
                Faults.ofProcesses(KEY, requirements(variant, platform)).objection(act, platform))
        .carrying(
            platform -> platform == PlatformKind.LOCAL || !AmbientOnCluster.waypoint(variant));
  }

  @Override
  public List<String> problems(Variant variant, PlatformKind platform) {
    return platform == PlatformKind.KUBERNETES
        ? AmbientOnCluster.problems(KEY, variant)
        : settings(AmbientOnCluster.waypoint(variant)).problems(variant);
  }

  @Override
  public List<String> problems(Variant variant, PlatformKind platform, Topology topology) {
    List<String> problems = new ArrayList<>(Product.super.problems(variant, platform, topology));
    if (platform == PlatformKind.KUBERNETES && problems.isEmpty()) {
      problems.addAll(AmbientOnCluster.problems(variant, topology));
    }
    return problems;
  }

  private Settings settings(boolean waypoint) {
    Map<String, String> reasons = new TreeMap<>();
    List.of(PolicySettings.RBAC, PolicySettings.ABAC, PolicySettings.EXTERNAL)
        .forEach(it -> reasons.put(it, CALLERS));
    TrafficSettings.ALL.forEach(it -> reasons.put(it.name(), STEERING));
    for (Telemetry telemetry : Telemetry.ALL) {
      reasons.put(telemetry.name(), unable(telemetry));
    }
    return new Settings(
            KEY, Setting.WORKERS, Setting.TAP, AmbientSettings.WAYPOINT, AmbientSettings.FAULT)
        .withTelemetry(AmbientSettings.supported(waypoint))
        .because(reasons);
  }

  private static String unable(Telemetry telemetry) {
    if (telemetry.traces()) {
      return SPANS;
    }
    if (telemetry.scraped().isPresent()) {
      return SCRAPING;
    }
    return telemetry.logs() ? UNSEEN : FEWEST;
  }

  @Override
  public SortedMap<String, String> fairness(Variant variant, PlatformKind platform) {
    if (platform == PlatformKind.KUBERNETES) {
      return AmbientOnCluster.fairness(variant);
    }
    return Fairness.manifest(
        variant,
        Map.of(
            "factor.balancing",
            Fairness.ONE_PROCESS,
            "factor.cipher",
            "Envoy's list; the negotiated one is in the evidence",
            "factor.peer identity",
            "SPIFFE, exact name, EC P-256",
            "factor.policy",
            PolicySettings.NONE,
            "factor.request authentication",
            "none before the services",
            "factor.tls version",
            "1.3, mutual"),
        AmbientSettings.of(variant).manifest());
  }
}
