package io.meshgauge.sample.payment;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Leaks a little memory with each charge (setting {@code leak-bytes}), for a soak test to detect.
 */
final class Leak {
  private final int bytes;
  private final Queue<byte[]> kept = new ConcurrentLinkedQueue<>();

  Leak(int bytes) {
    this.bytes = bytes;
  }

  /** Leaks the bytes of one charge; none if the setting is 0. */
  void drip() {
    if (bytes > 0) {
      byte[] lost = new byte[bytes];
      // Written to, so that the pages are resident.
      ThreadLocalRandom.current().nextBytes(lost);
      kept.add(lost);
    }
  }

  /** Bytes leaked so far. */
  long lost() {
    return (long) kept.size() * bytes;
  }
}
