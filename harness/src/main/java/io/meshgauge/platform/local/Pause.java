package io.meshgauge.platform.local;

import io.meshgauge.platform.PlatformException;

/** A short wait between two looks at something; interruption ends it with words. */
final class Pause {
  private Pause() {}

  static void millis(long millis, String what) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PlatformException("interrupted while " + what, e);
    }
  }
}
