package io.meshgauge.product.linkerd;

import io.meshgauge.experiment.Telemetry;
import io.meshgauge.experiment.Telemetry.AccessLog;
import java.util.Map;
import java.util.TreeMap;

/** Telemetry settings that are unsupported for Linkerd's proxies, with reasons. */
final class LinkerdTelemetry {
  private static final String TRACES =
      "Linkerd's proxies draw no share of the requests: they make spans of what its sender has"
          + " marked as sampled, and send them by OpenTelemetry to the collector that the control"
          + " plane's configuration names (proxy.tracing)";
  private static final String LINES =
      "Linkerd's access log (config.linkerd.io/access-log) has requests that came in, and none of"
          + " those that went out; ";
  private static final String IN_PIECES =
      "and its lines go to the container's log one by one, and not in pieces";
  private static final String EACH =
      "and the proxy counts no writes, so that nothing shows that each line is written by itself";
  private static final String PAGES =
      "a service's page takes only callers with an identity of the mesh here: a Prometheus without"
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
    reasons.put("none", "Linkerd's proxies keep counters of their own that no setting takes away");
    reasons.remove(Telemetry.DEFAULT.name());
    return reasons;
  }
}
