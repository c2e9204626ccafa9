package io.meshgauge.sample.payment;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Memory that is never given back, a little with each charge (the knob {@code leak-bytes}): what a
 * soak test has to find.
 */
final class Leak {
  private final int bytes;
  private final Queue<byte[]> kept = new ConcurrentLinkedQueue<>();

  Leak(int bytes) {
    this.bytes = bytes;
  }

  /** Loses the bytes of one charge; nothing where the knob is 0. */
  void drip() {
    if (bytes > 0) {
      byte[] lost = new byte[bytes];
      // Written to, so that the pages are really there.
      ThreadLocalRandom.current().nextBytes(lost);
      kept.add(lost);
    }
  }

  /** Bytes that were lost so far. */
  long lost() {
    return (long) kept.size() * bytes;
  }
}
