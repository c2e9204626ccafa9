package io.meshgauge.platform;

/**
 * How long before a request is due its thread stays awake: sleepers are woken late, by as much as a
 * proxy costs. Bounded so that all waiting fills only a share of one processor.
 *
 * @param longestMicros for one request
 * @param share of one processor that all waiting may fill, per worker
 * @param workers that share the rate
 */
public record SpinWait(long longestMicros, double share, int workers) {
  /** Where the load worker has precedence, but takes its processor from the system under load. */
  public static final SpinWait SHARED_MACHINE = new SpinWait(200, 0.03, 1);

  /** Where a processor is reserved for it, but the node's own daemons may be in its way. */
  public static final SpinWait OWN_PROCESSOR = new SpinWait(1000, 0.10, 1);

  public SpinWait amongst(int several) {
    return new SpinWait(longestMicros, share, several);
  }

  /** The time for one request at a rate of all workers together. */
  public long micros(double rate) {
    return Math.min(longestMicros, Math.round(share * 1e6 * workers / rate));
  }
}
