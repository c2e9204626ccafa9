package io.meshgauge.product.linkerd;

import io.meshgauge.experiment.Fidelity;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Telemetry;
import io.meshgauge.experiment.Telemetry.AccessLog;
import io.meshgauge.experiment.Variant;
import io.meshgauge.product.Descriptor;
import io.meshgauge.product.Fairness;
import io.meshgauge.product.PlatformSupport;
import io.meshgauge.product.PolicySettings;
import io.meshgauge.product.Product;
import io.meshgauge.product.ProductDesign;
import io.meshgauge.product.ProductDesign.Faults;
import io.meshgauge.product.Requirements;
import io.meshgauge.product.Settings;
import io.meshgauge.product.TrafficSettings;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.Guarantees.Proxies;
import io.meshgauge.topology.Guarantees.Refusals;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Linkerd's own proxies as sidecars of every workload of a cluster. They always use mutual TLS with
 * each other.
 */
public final class Linkerd implements Product {
  private static final String TRACES =
      "Linkerd's proxies do not sample: they record spans of requests that their sender has"
          + " marked as sampled, and send them by OpenTelemetry to the collector that the control"
          + " plane's configuration names (proxy.tracing)";
  private static final String LINES =
      "Linkerd's access log (config.linkerd.io/access-log) has inbound requests, and none of"
          + " the outbound ones; ";
  private static final String IN_PIECES =
      "and writes its lines to the container's log one by one, unbuffered";
  private static final String EACH =
      "and the proxy counts no writes, so that separate writes per line cannot be proven";
  private static final String PAGES =
      "a service's page admits only callers with an identity of the mesh: a Prometheus without"
          + " one is refused, and the readings of one with it would be counted as requests";

  /** Why telemetry settings are unsupported, by setting. */
  private static final Map<String, String> NO_TELEMETRY = noTelemetry();

  private static final String KEY = "linkerd";
  private static final String TITLE = "Linkerd";
  private static final String WHY_NOT_LOCAL =
      "Linkerd cannot be modelled on platform local: its proxy takes identity and policy from Linkerd's control"
          + " plane only.";

  private static final Descriptor DESCRIPTOR =
      Descriptor.of(
          KEY,
          TITLE,
          PlatformSupport.onClusterOnly(KEY, WHY_NOT_LOCAL),
          PlatformSupport.runs(
              Fidelity.REAL,
              "Linkerd's own proxies, injected by the cluster's control plane, which must be"
                  + " installed (`linkerd install`)."));

  @Override
  public Descriptor descriptor() {
    return DESCRIPTOR;
  }

  @Override
  public Requirements requirements(Variant variant, PlatformKind platform) {
    return Requirements.of(
        LinkerdControlPlane.LINKERD.applying(
            new LinkerdTraffic(TrafficSettings.of(variant)).resources()));
  }

  /**
   * Its policies check callers and no tokens: a denial does not show whose role is insufficient.
   */
  @Override
  public Guarantees claims(Variant variant) {
    Guarantees claims = new Guarantees(Proxies.BOTH_SIDES, true);
    return PolicySettings.of(variant).isPresent() ? claims.refusing(Refusals.BY_CALLER) : claims;
  }

  @Override
  public ProductDesign design(Variant variant) {
    return ProductDesign.onCluster(
        DESCRIPTOR,
        () ->
            new LinkerdSidecars(
                PolicySettings.of(variant).orElse(null), TrafficSettings.of(variant)),
        Faults.ofProcesses(KEY, requirements(variant, PlatformKind.KUBERNETES)));
  }

  @Override
  public List<String> problems(Variant variant, PlatformKind platform) {
    Map<String, String> reasons = new TreeMap<>(NO_TELEMETRY);
    reasons.putAll(LinkerdTraffic.UNSUPPORTED);
    reasons.put(
        PolicySettings.ABAC,
        "Linkerd's policies match callers, methods, paths and networks, but no other attributes");
    reasons.put(PolicySettings.EXTERNAL, "Linkerd's proxies ask no decision point of ours");
    List<String> problems =
        new Settings(KEY)
            .withPolicies(PolicySettings.RBAC)
            .withTraffic(LinkerdTraffic.SUPPORTED)
            .because(reasons)
            .problems(variant);
    if (!problems.isEmpty()) {
      return problems;
    }
    // Unsupported settings are reported only for settings that parse.
    List<String> unsupported = new ArrayList<>(LinkerdTraffic.problems(variant, KEY));
    unsupported.addAll(LinkerdPolicies.UNSUPPORTED.after(problems, variant));
    return unsupported;
  }

  @Override
  public SortedMap<String, String> fairness(Variant variant, PlatformKind platform) {
    Map<String, String> telling =
        new TreeMap<>(new LinkerdTraffic(TrafficSettings.of(variant)).manifest());
    telling.putAll(
        Map.of(
            "access log",
            "off",
            "circuit breaker",
            "Linkerd's defaults: its limit of concurrent requests, and failing fast without endpoints",
            "http version",
            "HTTP/1.1, HTTP/2 for gRPC, and HTTP/2 between its proxies",
            "keep-alive",
            "on, Linkerd's default",
            "telemetry",
            "Linkerd's counters",
            "tracing",
            "off",
            "workers",
            "Linkerd's default for a proxy without a CPU limit"));
    return Fairness.manifest(
        variant,
        Map.of(
            "factor.balancing",
            Fairness.ONE_PROCESS,
            "factor.cipher",
            "a suite of TLS 1.3 chosen by its proxies; their suites are in the evidence",
            "factor.peer identity",
            "service account, key type chosen by Linkerd; only the callers of each service are allowed",
            "factor.policy",
            PolicySettings.of(variant).map(it -> it.description(true)).orElse(PolicySettings.NONE),
            "factor.request authentication",
            "none before the services",
            "factor.tls version",
            "1.3, mutual, plaintext refused"),
        telling);
  }

  private static Map<String, String> noTelemetry() {
    Map<String, String> reasons = new TreeMap<>();
    for (Telemetry telemetry : Telemetry.ALL) {
      if (telemetry.traces()) {
        reasons.put(telemetry.name(), TRACES);
      } else if (telemetry.logs()) {
        reasons.put(
            telemetry.name(),
            telemetry.accessLog() == AccessLog.BUFFERED ? LINES + IN_PIECES : LINES + EACH);
      } else if (telemetry.scraped().isPresent()) {
        reasons.put(telemetry.name(), PAGES);
      }
    }
    reasons.put("none", "Linkerd's proxies keep counters of their own that no setting disables");
    reasons.remove(Telemetry.DEFAULT.name());
    return reasons;
  }
}
