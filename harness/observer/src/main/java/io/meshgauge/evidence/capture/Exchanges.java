package io.meshgauge.evidence.capture;

import io.meshgauge.measure.HopLatency;
import io.meshgauge.measure.HopLatency.Side;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How long exchanges took where their bytes were captured: from the first byte of a request to the
 * last byte of its answer.
 *
 * @param micros microseconds of each exchange that began in a burst and was answered
 * @param overlapping exchanges that may be several on the same connection
 * @param unanswered exchanges whose answer did not come while the wire was looked at
 */
public record Exchanges(List<Integer> micros, long overlapping, long unanswered) {
  /** None was timed. */
  public static final Exchanges NONE = new Exchanges(List.of(), 0, 0);

  /**
   * The share of exchanges without a usable time, above which the others do not represent all: long
   * exchanges overlap, and miss the end of a burst, more often than short ones.
   */
  static final double MOST_LOST = 0.03;

  public Exchanges {
    micros = List.copyOf(micros);
  }

  /** These exchanges and those of another burst, or seen from another node. */
  Exchanges plus(Exchanges other) {
    List<Integer> both = new ArrayList<>(micros);
    both.addAll(other.micros);
    return new Exchanges(both, overlapping + other.overlapping, unanswered + other.unanswered);
  }

  /**
   * Their latency on the way to a server.
   *
   * @param clients names of all callers of the server
   * @return empty if none was timed, or too many could not be
   */
  Optional<HopLatency> latency(String clients, String server) {
    long lost = overlapping + unanswered;
    if (micros.isEmpty() || lost > MOST_LOST * (micros.size() + lost)) {
      return Optional.empty();
    }
    int[] sorted = micros.stream().mapToInt(Integer::intValue).sorted().toArray();
    double mean = micros.stream().mapToLong(Integer::longValue).sum() / (1e6 * sorted.length);
    return Optional.of(
        new HopLatency(
            clients, server, Side.WIRE, sorted.length, mean, at(sorted, 0.5), at(sorted, 0.99)));
  }

  private static double at(int[] sorted, double share) {
    return sorted[(int) Math.ceil(share * sorted.length) - 1] / 1e6;
  }
}
