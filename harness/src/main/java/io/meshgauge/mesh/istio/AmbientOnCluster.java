package io.meshgauge.mesh.istio;

import static java.util.Map.entry;

import io.meshgauge.experiment.Telemetry;
import io.meshgauge.experiment.TrafficSetting;
import io.meshgauge.experiment.Variant;
import io.meshgauge.mesh.Fairness;
import io.meshgauge.mesh.PolicySettings;
import io.meshgauge.mesh.Setting;
import io.meshgauge.mesh.Settings;
import io.meshgauge.topology.ClusterDesign;
import io.meshgauge.topology.ControlPlane;
import io.meshgauge.topology.Topology;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Istio's ambient mode on a cluster, without a waypoint (setting {@code waypoint: off}) or with
 * one.
 *
 * <p>Setting {@code fault: not-captured:SERVICE} leaves the pods of one service out of the mesh
 * while mutual TLS is claimed of them, so that one can watch the evidence fail.
 */
public final class AmbientOnCluster {
  /** Whether a waypoint stands before the services. */
  public static final Setting WAYPOINT = Setting.oneOf("waypoint", List.of("off", "on"));

  private static final String FAULT_PREFIX = "not-captured:";
  private static final String NO_FAULT = "none";
  private static final Setting FAULT =
      Setting.oneOf(
          "fault", Topology.SAMPLE_SERVICES.services().stream().map(FAULT_PREFIX::concat).toList());

  private static final String WITHOUT =
      "without a waypoint nobody sees requests: ztunnel decides by the caller's identity, addresses"
          + " and ports, which it does for every variant; a policy of methods, paths, claims or"
          + " headers needs the setting waypoint: on";

  private AmbientOnCluster() {}

  /** Whether a variant asks for a waypoint. */
  public static boolean waypoint(Variant variant) {
    return variant.setting(WAYPOINT.name(), "off").equals("on");
  }

  /** What must be on the cluster. */
  public static ControlPlane controlPlane(Variant variant) {
    return waypoint(variant) ? IstioControlPlane.WAYPOINTS : IstioControlPlane.AMBIENT;
  }

  /** How a variant is set up. */
  public static ClusterDesign design(Variant variant) {
    String fault = variant.setting(FAULT.name(), NO_FAULT);
    return new AmbientPods(
        waypoint(variant),
        PolicySettings.of(variant).orElse(null),
        fault.startsWith(FAULT_PREFIX) ? fault.substring(FAULT_PREFIX.length()) : "");
  }

  /** What is wrong with a variant of the mesh of that key; empty when all can be carried out. */
  public static List<String> problems(String mesh, Variant variant) {
    Settings settings = new Settings(mesh, WAYPOINT, FAULT).because(reasons(waypoint(variant)));
    if (waypoint(variant)) {
      settings = settings.enforcing(PolicySettings.RBAC, PolicySettings.ABAC);
    }
    List<String> problems = settings.problems(variant);
    return problems.isEmpty()
        ? PolicySettings.of(variant)
            .map(policy -> AuthorizationPolicies.problems(policy, mesh))
            .orElse(problems)
        : problems;
  }

  private static Map<String, String> reasons(boolean waypoint) {
    Map<String, String> reasons = new TreeMap<>();
    for (Telemetry telemetry : Telemetry.ALL) {
      reasons.put(
          telemetry.name(),
          "what ztunnel and a waypoint trace and log is set up for the whole mesh, by its control"
              + " plane's configuration, and not by an experiment");
    }
    for (TrafficSetting setting : TrafficSetting.values()) {
      reasons.put(
          setting.key(),
          "ztunnel carries connections, and a waypoint takes other objects for it than Istio's"
              + " sidecars do, which are not written here");
    }
    reasons.put(
        PolicySettings.EXTERNAL,
        "a decision point would have to be named in the control plane's configuration");
    if (!waypoint) {
      List.of(PolicySettings.RBAC, PolicySettings.ABAC).forEach(it -> reasons.put(it, WITHOUT));
    }
    return reasons;
  }

  /** The settings that must be alike in all arms unless declared, for the fairness manifest. */
  public static SortedMap<String, String> fairness(Variant variant) {
    boolean waypoint = waypoint(variant);
    String requests =
        waypoint ? "Istio's defaults, at the waypoint" : "none: it carries connections";
    return Fairness.manifest(
        variant,
        Map.of(
            "factor.balancing",
            Fairness.ONE_PROCESS,
            "factor.cipher",
            "ztunnel's list; the one that our client agreed is in the evidence",
            "factor.peer identity",
            "SPIFFE, exact name, key as Istio makes it; only the callers of each service are allowed",
            "factor.policy",
            PolicySettings.of(variant).map(it -> it.words(true)).orElse(PolicySettings.NONE),
            "factor.request authentication",
            waypoint ? "tokens checked at the waypoint" : "none before the services",
            "factor.tls version",
            "1.3, mutual, STRICT, in HBONE"),
        Map.ofEntries(
            entry(
                "access log",
                "as the mesh is set up: by default ztunnel writes a line a connection"),
            entry("circuit breaker", requests),
            entry("http version", "HTTP/2 between the pods, in it whatever the services speak"),
            entry("keep-alive", "a pool of tunnels for each pair of pods"),
            entry("rate limit", "none"),
            entry("retries", requests),
            entry("telemetry", "Istio's own metrics"),
            entry("timeouts", requests),
            entry("tracing", "off"),
            entry("workers", "as the mesh is installed")));
  }
}
