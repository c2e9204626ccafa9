package io.meshgauge.product.linkerd;

import io.meshgauge.experiment.Telemetry;
import io.meshgauge.experiment.Telemetry.AccessLog;
import java.util.Map;
import java.util.TreeMap;

/** Telemetry settings that are unsupported for Linkerd's proxies, with reasons. */
final class LinkerdTelemetry {
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

  /** Reasons, by telemetry setting. */
  static final Map<String, String> UNABLE = reasons();

  private LinkerdTelemetry() {}

  private static Map<String, String> reasons() {
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
