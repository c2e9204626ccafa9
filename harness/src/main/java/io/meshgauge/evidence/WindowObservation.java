package io.meshgauge.evidence;

import io.meshgauge.measure.Counters;
import io.meshgauge.measure.LoadResult;
import java.util.Map;

/**
 * What was collected over the measured window for the proofs to judge.
 *
 * @param wire what was seen of the bytes on the path
 * @param before every proxy's counters at the window's start, by proxy name
 * @param after the same after the last request was answered
 * @param load what the load worker sent and got
 */
public record WindowObservation(
    WireSightings wire,
    Map<String, Counters> before,
    Map<String, Counters> after,
    LoadResult load) {
  public WindowObservation {
    before = Map.copyOf(before);
    after = Map.copyOf(after);
  }
}
