package io.meshgauge.load.course;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Timer slack: how late the kernel may wake a sleeping thread. The Linux default of 50 µs is as
 * large as the cost of the proxies under test. A thread may set its own without privileges.
 */
final class TimerSlack {

  private static final Path SELF = Path.of("/proc/thread-self");

  /** Writing 0 would restore the default. */
  private static final long MIN_NANOS = 1;

  private TimerSlack() {}

  /**
   * Sets the slack of the calling thread; 0 for the smallest possible. No effect except on Linux.
   */
  static void of(long nanos) {
    try {
      if (Files.isSymbolicLink(SELF)) {
        // The folder of a thread under "task" lacks this file; that under /proc has it.
        String thread = Files.readSymbolicLink(SELF).getFileName().toString();
        Files.writeString(
            Path.of("/proc", thread, "timerslack_ns"), Long.toString(Math.max(MIN_NANOS, nanos)));
      }
    } catch (IOException | UnsupportedOperationException | SecurityException ignored) {
      // Some sandboxes forbid it; the measured send lag then shows the effect.
    }
  }
}
