package io.meshgauge.mesh.linkerd;

import io.meshgauge.experiment.Telemetry;
import java.util.Map;
import java.util.TreeMap;

/** What of telemetry is not asked of Linkerd's proxies, and why. */
final class LinkerdTelemetry {
  /** Reasons, by the words of a variant. */
  static final Map<String, String> UNABLE = reasons();

  private LinkerdTelemetry() {}

  private static Map<String, String> reasons() {
    Map<String, String> reasons = new TreeMap<>();
    for (Telemetry telemetry : Telemetry.ALL) {
      if (telemetry.traces()) {
        reasons.put(
            telemetry.name(),
            "Linkerd's proxies send spans by OpenTelemetry to a collector that the control plane's"
                + " configuration names, and not to a Zipkin of the experiment");
      } else if (telemetry.logs()) {
        reasons.put(
            telemetry.name(),
            "Linkerd's access log (config.linkerd.io/access-log) has the requests that came in and"
                + " not those that went out; a count of its lines is not held against counters yet");
      } else if (telemetry.scraped().isPresent()) {
        reasons.put(
            telemetry.name(),
            "the pages of Linkerd's proxies (port 4191) are read by no Prometheus of the experiment"
                + " yet");
      }
    }
    reasons.put("none", "Linkerd's proxies keep counters of their own that no setting takes away");
    reasons.remove(Telemetry.DEFAULT.name());
    return reasons;
  }
}
