package io.meshgauge.platform;

/**
 * How long a sender stays awake before a request is due: sleeping threads wake late, by as much as
 * a proxy costs. Bounded so that spinning uses only a share of one processor.
 *
 * @param longestMicros per request
 * @param share of one processor that spinning may use, per worker
 * @param workers that share the rate
 */
public record SpinWait(long longestMicros, double share, int workers) {
  /** For a load worker with precedence that takes its processor from the system under load. */
  public static final SpinWait SHARED_MACHINE = new SpinWait(200, 0.03, 1);

  /** For a load worker with a reserved processor that daemons of the node may use as well. */
  public static final SpinWait OWN_PROCESSOR = new SpinWait(1000, 0.10, 1);

  public SpinWait sharedBy(int several) {
    return new SpinWait(longestMicros, share, several);
  }

  /** Microseconds per request, at the rate of all workers together. */
  public long micros(double rate) {
    return Math.min(longestMicros, Math.round(share * 1e6 * workers / rate));
  }
}
