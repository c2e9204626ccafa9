package io.meshgauge.platform;

/** A short wait between two looks at something; interruption ends it with words. */
public final class Pause {
  private Pause() {}

  /**
   * Waits.
   *
   * @param what is going on, for the error when the wait is interrupted
   */
  public static void millis(long millis, String what) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PlatformException("interrupted while " + what, e);
    }
  }
}
