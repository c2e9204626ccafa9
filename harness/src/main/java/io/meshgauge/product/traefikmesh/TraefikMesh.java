package io.meshgauge.product.traefikmesh;

import io.meshgauge.experiment.Fidelity;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Telemetry;
import io.meshgauge.experiment.TrafficSetting;
import io.meshgauge.experiment.Variant;
import io.meshgauge.product.ApplicationRules;
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
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.Guarantees.Proxies;
import io.meshgauge.topology.design.ClusterDesign;
import io.meshgauge.topology.design.ControlPlane;
import io.meshgauge.topology.design.ControlPlane.Component;
import io.meshgauge.topology.design.ControlPlane.Kind;
import io.meshgauge.topology.design.Installation;
import io.meshgauge.topology.design.Installation.Call;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Traefik Mesh: a Traefik on every node of a cluster, reached by its own names of the services, in
 * plaintext.
 *
 * <p>Setting {@code fault: bypass:SERVICE} lets the callers of one service dial its ordinary name
 * while the mesh is still claimed to be on every hop, to demonstrate that the evidence fails.
 */
public final class TraefikMesh implements Product {
  /** Its controller and its proxies, by the labels of its chart. */
  private static final ControlPlane CONTROL_PLANE =
      new ControlPlane(
              "traefik-mesh",
              "Traefik Mesh",
              List.of(
                  new Component(Kind.DEPLOYMENT, "app", "maesh", "configures the proxies"),
                  new Component(
                      Kind.DAEMON_SET,
                      "component",
                      "maesh-mesh",
                      "carries the calls of a node's pods")),
              List.of(),
              List.of(),
              "helm install traefik-mesh traefik-mesh/traefik-mesh")
          .installedBy(
              new Installation(
                  "helm",
                  "--kube-context",
                  List.of(
                      Call.doing(
                          "install",
                          "traefik-mesh",
                          "traefik-mesh/traefik-mesh",
                          "--namespace",
                          "traefik-mesh",
                          "--create-namespace",
                          "--wait")),
                  List.of(
                      Call.plainly(
                          "uninstall", "traefik-mesh", "--namespace", "traefik-mesh", "--wait")),
                  List.of("version", "--short"),
                  "traefik-mesh",
                  List.of("smi-spec.io"),
                  List.of(),
                  List.of()));

  private static final String KEY = "traefik-mesh";
  private static final String TITLE = "Traefik Mesh";
  private static final String BYPASS = "bypass:";
  private static final Setting FAULT = Setting.ofService(ApplicationRules.FAULT, BYPASS);

  /** Why its annotations of a Service do not provide these settings, by setting name. */
  private static final Map<String, String> TRAFFIC = traffic();

  private static final String WHY_NOT_LOCAL =
      "Traefik Mesh cannot be modelled on platform local: it is one proxy per node, reached through the cluster's"
          + " DNS.";

  private static Map<String, String> traffic() {
    String notCounted =
        "its proxies retry requests without a response (mesh.traefik.io/retry-attempts), and"
            + " do not count them: Traefik's counter of retries stays 0, so that"
            + " retries cannot be proven";
    Map<String, String> reasons = new TreeMap<>();
    reasons.put(TrafficSetting.RETRIES.key(), notCounted);
    reasons.put(TrafficSetting.RETRY_ON.key(), notCounted);
    reasons.put(
        TrafficSetting.REQUEST_TIMEOUT.key(),
        "Traefik Mesh has no request timeout, neither per service nor global");
    reasons.put(
        TrafficSetting.RATE_LIMIT.key(),
        "each node's proxy limits each caller's address separately"
            + " (mesh.traefik.io/ratelimit-average), which does not limit the rate to a service;"
            + " and its rejections are counted by entry points that all services share");
    reasons.put(
        TrafficSetting.CIRCUIT_BREAKER.key(),
        "Traefik's circuit breaker is an expression of latencies and shares of failures"
            + " (mesh.traefik.io/circuit-breaker-expression), and does not know the number of concurrent requests");
    reasons.put(
        TrafficSetting.CONCURRENT_RETRIES.key(),
        "its proxies limit the retries of one request, and not the number of concurrent retries");
    reasons.put(
        TrafficSetting.OUTLIER_DETECTION.key(),
        "its proxies do not eject replicas by their responses");
    return Map.copyOf(reasons);
  }

  private static final Descriptor DESCRIPTOR =
      Descriptor.of(
          KEY,
          TITLE,
          PlatformSupport.onClusterOnly(KEY, WHY_NOT_LOCAL),
          PlatformSupport.runs(
              Fidelity.REAL,
              "Traefik Mesh's own proxies on the nodes of the cluster, which must be installed"
                  + " (`helm install traefik-mesh`)."));

  private static final Requirements REQUIREMENTS = Requirements.of(CONTROL_PLANE);

  @Override
  public Descriptor descriptor() {
    return DESCRIPTOR;
  }

  @Override
  public Requirements requirements(Variant variant, PlatformKind platform) {
    return REQUIREMENTS;
  }

  @Override
  public Guarantees claims(Variant variant) {
    return PolicySettings.claims(new Guarantees(Proxies.ANY_NODE, false), variant);
  }

  /** Traefik does not count TCP connections. */
  @Override
  public ProductDesign design(Variant variant) {
    return ProductDesign.onCluster(
            DESCRIPTOR, () -> kubernetes(variant), Faults.ofProcesses(KEY, REQUIREMENTS))
        .carrying(platform -> false);
  }

  @Override
  public List<String> problems(Variant variant, PlatformKind platform) {
    Map<String, String> reasons = new TreeMap<>();
    Telemetry.ALL.stream()
        .filter(Telemetry::chosen)
        .forEach(
            it ->
                reasons.put(
                    it.name(),
                    "the telemetry of its proxies is configured at installation, for the whole cluster"));
    reasons.putAll(TRAFFIC);
    for (String policy :
        List.of(PolicySettings.RBAC, PolicySettings.ABAC, PolicySettings.EXTERNAL)) {
      reasons.put(policy, "its access control matches pod addresses, not identities");
    }
    return new Settings(KEY, FAULT).because(reasons).problems(variant);
  }

  private static ClusterDesign kubernetes(Variant variant) {
    String fault = variant.setting(FAULT.name(), "");
    return new TraefikNodes(
        Optional.of(fault).filter(it -> !it.isEmpty()).map(it -> it.substring(BYPASS.length())));
  }

  @Override
  public SortedMap<String, String> fairness(Variant variant, PlatformKind platform) {
    return Fairness.manifest(
        variant,
        Fairness.NO_SECURITY,
        Map.of(
            "access log",
            "as installed; off by default",
            "circuit breaker",
            "no limits",
            "http version",
            "HTTP/1.1, HTTP/2 for gRPC",
            "keep-alive",
            "on, Traefik's default",
            "rate limit",
            "none",
            "retries",
            "none",
            "telemetry",
            "Traefik's counters",
            "timeouts",
            "none per request, 30 s to connect",
            "tracing",
            "as installed",
            "workers",
            "as installed, for all pods of a node"));
  }
}
