package io.meshgauge.load.worker;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Notices that no request came for a while. Its thread sleeps until the silence could be long
 * enough, so it takes no time from the load.
 */
final class SilenceWatch {

  private final long limitNanos;
  private final Runnable alone;
  private volatile long heardNanos = System.nanoTime();

  /**
   * A watch that begins now.
   *
   * @param limit of silence
   * @param alone what to do, once, when it is reached
   */
  SilenceWatch(Duration limit, Runnable alone) {
    limitNanos = limit.toNanos();
    this.alone = alone;
    Thread thread = new Thread(this::watch, "meshgauge-silence");
    thread.setDaemon(true);
    thread.start();
  }

  /** A request came. */
  void heard() {
    heardNanos = System.nanoTime();
  }

  private void watch() {
    try {
      long left = limitNanos;
      while (left > 0) {
        TimeUnit.NANOSECONDS.sleep(left);
        left = heardNanos + limitNanos - System.nanoTime();
      }
      alone.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
