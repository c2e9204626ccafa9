package io.meshgauge.mesh.envoy;

import io.meshgauge.experiment.Telemetry;
import io.meshgauge.experiment.Telemetry.AccessLog;
import io.meshgauge.experiment.Telemetry.Statistics;
import io.meshgauge.experiment.Variant;
import io.meshgauge.mesh.Setting;
import java.util.List;
import java.util.Map;

/**
 * What is alike in every arm of Envoy sidecars, plain ones included: Istio's defaults. So that the
 * difference between two such arms is what the mesh adds, and not a timeout or a limit.
 *
 * @param workers worker threads of each proxy
 * @param telemetry what each proxy tells
 */
public record SidecarSettings(int workers, Telemetry telemetry) {
  /** Istio's default. */
  private static final String DEFAULT_WORKERS = "2";

  /** The settings of a variant. */
  public static SidecarSettings of(Variant variant) {
    return new SidecarSettings(
        Integer.parseInt(variant.setting(Setting.WORKERS.name(), DEFAULT_WORKERS)),
        Telemetry.of(variant));
  }

  /**
   * Words of an Envoy's command line for its access log. Lines are always written by a thread of
   * Envoy's own that the requests do not wait for; what can be chosen is how much must have come
   * together for it to be woken. A shorter interval would wake it as well, but also when there is
   * nothing to write.
   */
  List<String> arguments() {
    return telemetry.accessLog() == AccessLog.EACH_LINE
        ? List.of("--file-flush-min-size-kb", "0")
        : List.of();
  }

  /** Their lines in the fairness manifest. */
  public Map<String, String> manifest() {
    return Map.of(
        "access log",
        accessLog(),
        "circuit breaker",
        "no limits",
        "http version",
        "HTTP/1.1, HTTP/2 for gRPC",
        "keep-alive",
        "on, idle for up to 1 h",
        "retries",
        "2 on connect-failure, refused-stream, unavailable, cancelled; inbound 2 on"
            + " reset-before-request",
        "telemetry",
        statistics(),
        "timeouts",
        "none per request, 10 s to connect",
        "tracing",
        tracing(),
        "workers",
        Integer.toString(workers));
  }

  private String accessLog() {
    return switch (telemetry.accessLog()) {
      case OFF -> "off";
      case EACH_LINE -> "JSON to a file, a write for every line";
      case BUFFERED -> "JSON to a file, in pieces of 64 KiB or every 10 s";
    };
  }

  private String statistics() {
    return telemetry.statistics() == Statistics.ALL
        ? "Envoy's counters"
        : "only the counters of Envoy that the evidence is read from";
  }

  private String tracing() {
    return telemetry.traces()
        ? "Zipkin, %d %% of requests, decided where they enter".formatted(telemetry.percent())
        : "off";
  }
}
