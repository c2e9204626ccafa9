package io.meshgauge.product;

import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Telemetry;
import io.meshgauge.experiment.TrafficSetting;
import io.meshgauge.experiment.Variant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The lines of the fairness manifest. Every mesh fills every line, so that manifests compare line
 * by line; an arm without proxies has no proxy settings to list.
 */
public final class Fairness {
  /** Value of the line {@code balancing} for an arm without replicas. */
  public static final String ONE_PROCESS = "none: one process of each service";

  /** Collection of metrics from services and proxies during the measurement. */
  private static final String METRICS = Run.FACTOR + "metrics";

  /** The factors under test, in which arms may differ. */
  public static final List<String> FACTORS =
      List.of(
          Run.FACTOR + "balancing",
          Run.FACTOR + "cipher",
          METRICS,
          Run.FACTOR + "peer identity",
          Run.FACTOR + "policy",
          Run.FACTOR + "request authentication",
          Run.FACTOR + "tls version");

  /** The factors of an arm that adds no security of its own. */
  public static final Map<String, String> NO_SECURITY =
      Map.of(
          "factor.balancing", ONE_PROCESS,
          "factor.cipher", "none",
          "factor.peer identity", "none",
          "factor.policy", PolicySettings.NONE,
          "factor.request authentication", "none before the services",
          "factor.tls version", "none (plaintext)");

  /** Settings of the proxies, which must be equal in all arms. */
  public static final List<String> SETTINGS =
      List.of(
          "access log",
          "circuit breaker",
          TrafficSetting.SYNTHETIC_SERVICES.line(),
          "http version",
          "keep-alive",
          "rate limit",
          "retries",
          "telemetry",
          "timeouts",
          "tracing",
          "workers");

  private Fairness() {}

  /**
   * The manifest of an arm with proxies.
   *
   * @throws IllegalArgumentException when a line is missing or unknown
   */
  public static SortedMap<String, String> manifest(
      Variant variant, Map<String, String> factors, Map<String, String> settings) {
    SortedMap<String, String> manifest = new TreeMap<>(settings);
    manifest.putAll(factors);
    manifest.put(METRICS, metrics(variant));
    manifest.put(TrafficSetting.SYNTHETIC_SERVICES.line(), SizeSettings.line(variant));
    List<String> lines = new ArrayList<>(SETTINGS);
    lines.addAll(FACTORS);
    return checked(manifest, lines);
  }

  /**
   * The manifest of an arm without proxies.
   *
   * @throws IllegalArgumentException when a line is missing or unknown
   */
  public static SortedMap<String, String> withoutProxy(
      Variant variant, Map<String, String> factors) {
    SortedMap<String, String> manifest = new TreeMap<>(factors);
    manifest.put(METRICS, metrics(variant));
    return checked(manifest, FACTORS);
  }

  private static String metrics(Variant variant) {
    return Telemetry.of(variant)
        .scraped()
        .map(every -> "scraped by a Prometheus every %d s".formatted(every.toSeconds()))
        .orElse("not collected");
  }

  private static SortedMap<String, String> checked(
      SortedMap<String, String> manifest, List<String> lines) {
    if (!List.copyOf(manifest.keySet()).equals(lines.stream().sorted().toList())) {
      throw new IllegalArgumentException(
          "fairness manifest has lines %s; expected %s".formatted(manifest.keySet(), lines));
    }
    return Collections.unmodifiableSortedMap(manifest);
  }
}
