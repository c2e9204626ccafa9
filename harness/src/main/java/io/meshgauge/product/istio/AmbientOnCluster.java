package io.meshgauge.product.istio;

import io.meshgauge.experiment.Telemetry;
import io.meshgauge.experiment.TrafficSetting;
import io.meshgauge.experiment.Variant;
import io.meshgauge.product.ApplicationRules;
import io.meshgauge.product.Fairness;
import io.meshgauge.product.PolicySettings;
import io.meshgauge.product.Setting;
import io.meshgauge.product.Settings;
import io.meshgauge.product.TrafficSettings;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.design.ClusterDesign;
import io.meshgauge.topology.design.ControlPlane;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Istio's ambient mode on a cluster, without a waypoint (setting {@code waypoint: off}) or with
 * one.
 *
 * <p>Setting {@code fault: not-captured:SERVICE} excludes the pods of a service that calls no other
 * from the mesh while mutual TLS is still claimed for them, to demonstrate that the evidence fails.
 */
public final class AmbientOnCluster {
  /** Whether there is a waypoint before the services. */
  public static final Setting WAYPOINT = Setting.oneOf("waypoint", List.of("off", "on"));

  private static final String NOT_CAPTURED = "not-captured:";

  /** A service whose pods are excluded while mutual TLS is still claimed for them. */
  static final Setting FAULT = Setting.ofService(ApplicationRules.FAULT, NOT_CAPTURED);

  private static final String WITHOUT =
      "without a waypoint no proxy handles requests: ztunnel decides by the caller's identity, addresses"
          + " and ports, which it does for every variant; a policy of methods, paths, claims or"
          + " headers requires the setting waypoint: on";

  private static final String NO_REQUESTS =
      "ztunnel handles connections, not requests; add the setting waypoint: on";

  /** The documentation of waypoints does not define which parts of an EnvoyFilter they apply. */
  private static final List<TrafficSetting> UNSUPPORTED =
      List.of(TrafficSetting.RATE_LIMIT, TrafficSetting.CONNECTION_LIFETIME);

  private AmbientOnCluster() {}

  /** Whether a variant requests a waypoint. */
  public static boolean waypoint(Variant variant) {
    return variant.setting(WAYPOINT.name(), "off").equals("on");
  }

  /** Components that must be installed on the cluster. */
  public static ControlPlane controlPlane(Variant variant) {
    return waypoint(variant) ? IstioControlPlane.WAYPOINTS : IstioControlPlane.AMBIENT;
  }

  public static ClusterDesign design(Variant variant) {
    return new AmbientPods(
        waypoint(variant),
        PolicySettings.of(variant).orElse(null),
        new WaypointTelemetry(Telemetry.of(variant)),
        TrafficSettings.of(variant),
        notCaptured(variant));
  }

  /** Problems of a variant of the mesh with that key; empty when it can run. */
  public static List<String> problems(String mesh, Variant variant) {
    Settings settings = new Settings(mesh, WAYPOINT, FAULT).because(reasons(waypoint(variant)));
    if (waypoint(variant)) {
      settings =
          settings
              .withPolicies(PolicySettings.RBAC, PolicySettings.ABAC)
              .withTelemetry(WaypointTelemetry.SUPPORTED)
              .withTrafficExcept(UNSUPPORTED);
    }
    return AuthorizationPolicies.UNSUPPORTED.after(settings.problems(variant), variant);
  }

  private static Map<String, String> reasons(boolean waypoint) {
    Map<String, String> reasons = new TreeMap<>(WaypointTelemetry.UNSUPPORTED);
    reasons.put(
        PolicySettings.EXTERNAL,
        "a decision point would have to be named in the control plane's configuration");
    reasons.put(
        TrafficSetting.RATE_LIMIT.key(),
        "Istio has no object for it but an EnvoyFilter, and which parts of that a waypoint applies is not"
            + " documented");
    reasons.put(
        TrafficSetting.CONNECTION_LIFETIME.key(),
        "a waypoint's connections end at a tunnel inside itself, and ztunnel keeps the tunnels to the"
            + " pods");
    reasons.put(
        TrafficSetting.OUTLIER_DETECTION.key(),
        "each service has one process here, and no other replica");
    if (!waypoint) {
      List.of(PolicySettings.RBAC, PolicySettings.ABAC).forEach(it -> reasons.put(it, WITHOUT));
      WaypointTelemetry.SUPPORTED.forEach(it -> reasons.put(it.name(), NO_REQUESTS));
      TrafficSettings.ALL.stream()
          .map(Setting::name)
          .filter(name -> UNSUPPORTED.stream().noneMatch(it -> it.key().equals(name)))
          .forEach(name -> reasons.put(name, NO_REQUESTS));
    }
    return reasons;
  }

  /** Fairness manifest: the settings that must be equal in all arms unless declared as factors. */
  public static SortedMap<String, String> fairness(Variant variant) {
    boolean waypoint = waypoint(variant);
    Map<String, String> proxies = new TreeMap<>(atWaypoint(variant));
    if (!waypoint) {
      proxies.replaceAll((line, unused) -> "none: it handles connections");
    }
    WaypointTelemetry telemetry = new WaypointTelemetry(Telemetry.of(variant));
    proxies.put(
        "access log",
        "ztunnel's, as the mesh is installed: by default one line per connection"
            + (waypoint ? "; " + telemetry.description() : ""));
    proxies.put("http version", "HTTP/2 between the pods, with the services' own protocol inside");
    proxies.put("keep-alive", "a pool of tunnels for each pair of pods");
    proxies.put("telemetry", "Istio's own metrics");
    proxies.put("tracing", "off");
    proxies.put("workers", "as the mesh is installed");
    return Fairness.manifest(
        variant,
        Map.of(
            "factor.balancing",
            Fairness.ONE_PROCESS,
            "factor.cipher",
            "ztunnel's list; the one negotiated by our client is in the evidence",
            "factor.peer identity",
            "SPIFFE, exact name, key type chosen by Istio; only the callers of each service are allowed",
            "factor.policy",
            PolicySettings.of(variant).map(it -> it.description(true)).orElse(PolicySettings.NONE),
            "factor.request authentication",
            waypoint ? "tokens checked at the waypoint" : "none before the services",
            "factor.tls version",
            "1.3, mutual, STRICT, in HBONE"),
        proxies);
  }

  /** The lines about requests, which a sidecar has as well. */
  private static Map<String, String> atWaypoint(Variant variant) {
    return TrafficSettings.manifest(TrafficSettings.of(variant), "the waypoint");
  }

  /**
   * Problems of a variant with an application. Only a service that calls no other can be excluded:
   * the peers of any other refuse its calls, since mutual TLS is STRICT, so that it never gets
   * ready.
   */
  public static List<String> problems(Variant variant, Topology topology) {
    String excluded = notCaptured(variant);
    List<String> possible =
        topology.services().stream().filter(service -> topology.from(service).isEmpty()).toList();
    return excluded.isEmpty() || possible.contains(excluded)
        ? List.of()
        : List.of(
            "setting %s: '%s' excludes a service that calls others, which ztunnel refuses, so that it would never get ready; expected one of %s"
                .formatted(
                    ApplicationRules.FAULT,
                    NOT_CAPTURED + excluded,
                    String.join(", ", possible.stream().map(NOT_CAPTURED::concat).toList())));
  }

  /** The service that a variant excludes; empty if none. */
  static String notCaptured(Variant variant) {
    String fault = variant.setting(ApplicationRules.FAULT, "");
    return fault.startsWith(NOT_CAPTURED) ? fault.substring(NOT_CAPTURED.length()) : "";
  }
}
