package io.meshgauge.mesh;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The lines of the fairness manifest: what must be alike in all arms unless it is the factor under
 * test. Every mesh that can run answers every line, so that manifests compare line by line.
 */
public final class Fairness {
  /** Every line of the manifest. */
  public static final List<String> LINES =
      List.of(
          "access log",
          "cipher",
          "circuit breaker",
          "http version",
          "keep-alive",
          "peer identity",
          "request authentication",
          "retries",
          "telemetry",
          "timeouts",
          "tls version",
          "tracing",
          "workers");

  private Fairness() {}

  /**
   * A manifest of the given answers.
   *
   * @throws IllegalArgumentException when a line is missing or unknown
   */
  public static SortedMap<String, String> manifest(Map<String, String> answers) {
    SortedMap<String, String> manifest = new TreeMap<>(answers);
    if (!List.copyOf(manifest.keySet()).equals(LINES)) {
      throw new IllegalArgumentException(
          "fairness manifest has lines %s; expected %s".formatted(manifest.keySet(), LINES));
    }
    return Collections.unmodifiableSortedMap(manifest);
  }
}
