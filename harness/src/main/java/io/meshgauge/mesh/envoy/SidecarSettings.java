package io.meshgauge.mesh.envoy;

import io.meshgauge.experiment.Variant;
import io.meshgauge.mesh.Setting;
import java.util.Map;

/**
 * What is alike in every arm of Envoy sidecars, plain ones included: Istio's defaults. So that the
 * difference between two such arms is what the mesh adds, and not a timeout or a limit.
 *
 * @param workers worker threads of each proxy
 */
public record SidecarSettings(int workers) {
  /** Istio's default. */
  private static final String DEFAULT_WORKERS = "2";

  /** The settings of a variant. */
  public static SidecarSettings of(Variant variant) {
    return new SidecarSettings(
        Integer.parseInt(variant.setting(Setting.WORKERS.name(), DEFAULT_WORKERS)));
  }

  /** Their lines in the fairness manifest. */
  public Map<String, String> manifest() {
    return Map.of(
        "access log", "off",
        "circuit breaker", "no limits",
        "http version", "HTTP/1.1, HTTP/2 for gRPC",
        "keep-alive", "on, idle for up to 1 h",
        "retries",
            "2 on connect-failure, refused-stream, unavailable, cancelled; inbound 2 on"
                + " reset-before-request",
        "telemetry", "Envoy's counters",
        "timeouts", "none per request, 10 s to connect",
        "tracing", "off",
        "workers", Integer.toString(workers));
  }
}
