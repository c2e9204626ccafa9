package io.meshgauge.product.istio;

import io.meshgauge.experiment.Telemetry;
import io.meshgauge.experiment.Telemetry.Statistics;
import io.meshgauge.experiment.Variant;
import io.meshgauge.identity.Spiffe;
import io.meshgauge.product.Setting;
import io.meshgauge.product.envoy.SidecarSettings;
import io.meshgauge.topology.Site;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Settings of the model of ambient mode.
 *
 * @param workers worker threads of each proxy
 * @param waypoint whether tunnels go through a proxy that handles requests
 * @param tapped whether every tunnel client gets a second listener that leads to a capture
 * @param telemetry what the waypoint reports
 * @param excluded the service that is silently excluded; empty: none
 */
record AmbientSettings(
    int workers, boolean waypoint, boolean tapped, Telemetry telemetry, String excluded) {
  static final Setting WAYPOINT = AmbientOnCluster.WAYPOINT;

  /** A service whose callers' traffic bypasses the proxy while capture is still claimed. */
  static final Setting FAULT = AmbientOnCluster.FAULT;

  /** The ztunnel's default. */
  private static final String DEFAULT_WORKERS = "2";

  /** The settings of a variant. */
  static AmbientSettings of(Variant variant) {
    return new AmbientSettings(
        Integer.parseInt(variant.setting(Setting.WORKERS.name(), DEFAULT_WORKERS)),
        variant.setting(WAYPOINT.name(), "off").equals("on"),
        variant.setting(Setting.TAP.name(), "off").equals("on"),
        Telemetry.of(variant),
        AmbientOnCluster.notCaptured(variant));
  }

  /** Supported telemetry: only a proxy that handles requests writes lines of requests. */
  static List<Telemetry> supported(boolean waypoint) {
    return Telemetry.ALL.stream()
        .filter(it -> !it.traces() && it.scraped().isEmpty())
        .filter(it -> it.statistics() == Statistics.ALL)
        .filter(it -> waypoint || !it.logs())
        .toList();
  }

  /** The proxies that write a line for every request. */
  List<String> writers() {
    return waypoint ? List.of(AmbientLayout.Waypoint.NAME) : List.of();
  }

  /** Whether the traffic to a service goes through the proxy. */
  boolean captured(String service) {
    return !excluded.equals(service);
  }

  /** Template values in addition to the proxies themselves. */
  Map<String, Object> templateValues(Site site) {
    return Map.of(
        "identities",
        site.identities().toAbsolutePath().toString(),
        "trustDomain",
        Spiffe.TRUST_DOMAIN);
  }

  /** Lines of the fairness manifest. */
  Map<String, String> manifest() {
    Map<String, String> lines = new TreeMap<>();
    lines.put("access log", SidecarSettings.accessLog(telemetry));
    lines.put("circuit breaker", "no limits");
    lines.put("http version", "HTTP/1.1, HTTP/2 for gRPC");
    lines.put("keep-alive", "on, idle for up to 1 h");
    lines.put("rate limit", "none");
    lines.put(
        "retries",
        waypoint ? "2 on connect-failure, refused-stream, unavailable, cancelled" : "none");
    lines.put("telemetry", "Envoy's counters");
    lines.put("timeouts", "none per request, 10 s to connect");
    lines.put("tracing", "off");
    lines.put("workers", Integer.toString(workers));
    return lines;
  }
}
