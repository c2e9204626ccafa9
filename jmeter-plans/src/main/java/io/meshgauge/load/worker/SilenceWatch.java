package io.meshgauge.load.worker;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Detects that no request has arrived for a while. Its thread sleeps until the limit could be
 * reached, so it takes no CPU time from the load.
 */
final class SilenceWatch {

  private final long limitNanos;
  private final Runnable alone;
  private volatile long heardNanos = System.nanoTime();

  /**
   * Starts the watch.
   *
   * @param limit time without a request
   * @param alone called once when the limit is reached
   */
  SilenceWatch(Duration limit, Runnable alone) {
    limitNanos = limit.toNanos();
    this.alone = alone;
    Thread thread = new Thread(this::watch, "meshgauge-silence");
    thread.setDaemon(true);
    thread.start();
  }

  /** A request has arrived. */
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
