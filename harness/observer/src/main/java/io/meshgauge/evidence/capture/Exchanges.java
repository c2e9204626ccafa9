package io.meshgauge.evidence.capture;

import io.meshgauge.measure.HopLatency;
import io.meshgauge.measure.HopLatency.Side;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How long exchanges took where their bytes were captured: from the first byte of a request to the
 * last byte of its answer.
 *
 * @param byMicros exchanges that began in a slice and were answered: how many by microseconds,
 *     rounded to three significant digits, so that its size does not grow with the window
 * @param overlapping exchanges that may be several on the same connection
 * @param unanswered exchanges whose answer did not come while the wire was looked at
 */
public record Exchanges(SortedMap<Integer, Long> byMicros, long overlapping, long unanswered) {
  /** None was timed. */
  public static final Exchanges NONE = new Exchanges(new TreeMap<>(), 0, 0);

  static final Exchanges ONE_OVERLAPPING = new Exchanges(new TreeMap<>(), 1, 0);
  static final Exchanges ONE_UNANSWERED = new Exchanges(new TreeMap<>(), 0, 1);

  /**
   * The share of exchanges without a usable time, above which the others do not represent all: long
   * exchanges overlap, and miss the end of a slice, more often than short ones.
   */
  static final double MOST_LOST = 0.03;

  private static final int THREE_DIGITS = 1_000;

  public Exchanges {
    byMicros = new TreeMap<>(byMicros);
  }

  /** One exchange of that length. */
  static Exchanges lasting(long micros) {
    long step = 1;
    while (micros / step >= THREE_DIGITS) {
      step *= 10;
    }
    long rounded = (micros + step / 2) / step * step;
    return new Exchanges(new TreeMap<>(Map.of(Math.toIntExact(rounded), 1L)), 0, 0);
  }

  /** These exchanges and those of another slice, or seen from another node. */
  public Exchanges plus(Exchanges other) {
    SortedMap<Integer, Long> both = new TreeMap<>(byMicros);
    other.byMicros.forEach((micros, count) -> both.merge(micros, count, Long::sum));
    return new Exchanges(both, overlapping + other.overlapping, unanswered + other.unanswered);
  }

  /** How many have a time. */
  public long timed() {
    return byMicros.values().stream().mapToLong(Long::longValue).sum();
  }

  /**
   * Their latency on the way to a server.
   *
   * @param clients names of all callers of the server
   * @param side where they were captured
   * @return empty if none was timed, or too many could not be
   */
  Optional<HopLatency> latency(String clients, String server, Side side) {
    long lost = overlapping + unanswered;
    long timed = timed();
    if (timed == 0 || lost > MOST_LOST * (timed + lost)) {
      return Optional.empty();
    }
    double sum =
        byMicros.entrySet().stream().mapToDouble(it -> (double) it.getKey() * it.getValue()).sum();
    return Optional.of(
        new HopLatency(
            clients, server, side, timed, sum / timed / 1e6, at(0.5, timed), at(0.99, timed)));
  }

  /** The nearest rank, in seconds. */
  private double at(double share, long timed) {
    long left = (long) Math.ceil(share * timed);
    for (Map.Entry<Integer, Long> step : byMicros.entrySet()) {
      left -= step.getValue();
      if (left <= 0) {
        return step.getKey() / 1e6;
      }
    }
    return byMicros.lastKey() / 1e6;
  }
}
