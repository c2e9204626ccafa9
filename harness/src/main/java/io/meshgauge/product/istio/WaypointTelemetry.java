package io.meshgauge.product.istio;

import io.meshgauge.experiment.Telemetry;
import io.meshgauge.experiment.Telemetry.AccessLog;
import io.meshgauge.product.ConfigTemplate;
import io.meshgauge.topology.Placement;
import io.meshgauge.topology.plane.Backends;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Telemetry of a waypoint on a cluster: one line per request, configured by an object of the
 * experiment's namespace; the control plane's configuration stays unchanged.
 *
 * @param telemetry what the variant requests
 */
record WaypointTelemetry(Telemetry telemetry) {
  private static final ConfigTemplate LOGGING =
      new ConfigTemplate(WaypointTelemetry.class, "waypoint-logging.yaml.mustache");

  /** Supported telemetry settings. */
  static final List<Telemetry> SUPPORTED =
      Telemetry.ALL.stream()
          .filter(
              it ->
                  !it.traces()
                      && it.scraped().isEmpty()
                      && (it.accessLog() == AccessLog.BUFFERED || !it.chosen()))
          .toList();

  private static final String TRACING =
      "a waypoint sends spans only to a collector that the mesh's configuration names, and not to a"
          + " Zipkin of the experiment";
  private static final String SCRAPING =
      "the services' pages are behind the mutual TLS of ztunnel, whose own page is in the mesh's"
          + " namespace; no Prometheus of the experiment reads them yet";

  /** Unsupported settings, with reasons. */
  static final Map<String, String> UNSUPPORTED = reasons();

  private static Map<String, String> reasons() {
    Map<String, String> reasons = new TreeMap<>();
    for (Telemetry telemetry : Telemetry.ALL) {
      if (telemetry.traces()) {
        reasons.put(telemetry.name(), TRACING);
      } else if (telemetry.scraped().isPresent()) {
        reasons.put(telemetry.name(), SCRAPING);
      }
    }
    reasons.put("access-log-sync", "a waypoint writes every second or 64 KiB, as a sidecar does");
    reasons.put(
        "none", "a waypoint and ztunnel keep counters of their own that no setting disables");
    return reasons;
  }

  /** Objects of the namespace, one YAML document each. */
  List<String> objects() {
    return telemetry.logs() ? List.of(LOGGING.fill(telemetry, Map.of())) : List.of();
  }

  /**
   * Destinations.
   *
   * @param waypoint name of the pod that writes
   */
  Backends backends(Placement placement, String waypoint) {
    return new IstioTelemetry(telemetry).backends(placement, List.of(waypoint));
  }

  /** The access log's line in the fairness manifest. */
  String description() {
    return telemetry.logs()
        ? "the waypoint's, Istio's format to the container's log, flushed at 64 KiB or every 1 s"
        : "off at the waypoint";
  }
}
