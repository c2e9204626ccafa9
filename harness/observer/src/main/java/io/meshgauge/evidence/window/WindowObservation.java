package io.meshgauge.evidence.window;

import io.meshgauge.evidence.capture.WireSightings;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.TelemetryReading;
import io.meshgauge.measure.counter.Counters;
import io.meshgauge.measure.counter.OpenConnections;
import io.meshgauge.measure.counter.ProxyRules;
import java.util.Map;

/**
 * What was collected over the measured window for the proofs to judge.
 *
 * @param wire what was seen of the bytes on the path
 * @param before every proxy's counters at the window's start, by proxy name
 * @param after the same after the last request was answered
 * @param load what the load worker sent and got
 * @param served how many calls each process of a service served, by its own count
 * @param telemetry what the backends of the arm's telemetry got
 * @param rules what the running proxies said of how they steer requests, by proxy name
 * @param open the connections that were open while the load was sent, where connections are spread
 */
public record WindowObservation(
    WireSightings wire,
    Map<String, Counters> before,
    Map<String, Counters> after,
    LoadResult load,
    Map<String, Long> served,
    TelemetryReading telemetry,
    Map<String, ProxyRules> rules,
    OpenConnections open) {
  public WindowObservation {
    before = Map.copyOf(before);
    after = Map.copyOf(after);
    served = Map.copyOf(served);
    rules = Map.copyOf(rules);
  }

  /** The window of an arm without telemetry of its own. */
  public WindowObservation(
      WireSightings wire,
      Map<String, Counters> before,
      Map<String, Counters> after,
      LoadResult load,
      Map<String, Long> served) {
    this(
        wire,
        before,
        after,
        load,
        served,
        TelemetryReading.NONE,
        Map.of(),
        OpenConnections.NOT_READ);
  }
}
