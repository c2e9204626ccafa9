package io.meshgauge.evidence.window;

import io.meshgauge.evidence.capture.WireSightings;
import io.meshgauge.measure.StreamResult;
import io.meshgauge.measure.counter.Counters;
import java.util.Map;

/**
 * What was collected over the window of a TCP stream for the proofs to judge.
 *
 * @param wire what was seen of the bytes on the path
 * @param before every proxy's counters at the window's start, by proxy name
 * @param after the same after the stream had ended
 * @param stream what both ends of the stream counted
 */
public record StreamObservation(
    WireSightings wire,
    Map<String, Counters> before,
    Map<String, Counters> after,
    StreamResult stream) {
  public StreamObservation {
    before = Map.copyOf(before);
    after = Map.copyOf(after);
  }
}
