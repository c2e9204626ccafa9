package io.meshgauge.load.course;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The kernel's leave to wake a sleeping thread late, which on Linux is 50 µs for ordinary threads:
 * as much as the proxies under test cost. A thread may set its own without any privilege.
 */
final class TimerSlack {

  private static final Path SELF = Path.of("/proc/thread-self");

  /** Writing 0 would restore the default. */
  private static final long LEAST_NANOS = 1;

  private TimerSlack() {}

  /**
   * Lets the kernel wake the calling thread that much late; 0 for as punctually as it can. No
   * effect off Linux.
   */
  static void of(long nanos) {
    try {
      if (Files.isSymbolicLink(SELF)) {
        // The per-thread folder under "task" lacks this file; the hidden one next to it has it.
        String thread = Files.readSymbolicLink(SELF).getFileName().toString();
        Files.writeString(
            Path.of("/proc", thread, "timerslack_ns"), Long.toString(Math.max(LEAST_NANOS, nanos)));
      }
    } catch (IOException | UnsupportedOperationException | SecurityException ignored) {
      // Some sandboxes forbid it. Send lag is measured either way, and tells.
    }
  }
}
