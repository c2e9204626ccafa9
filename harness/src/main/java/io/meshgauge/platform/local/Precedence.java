package io.meshgauge.platform.local;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The order in which the processes of a run get the processors they share.
 *
 * <p>On one machine the load worker competes with what it measures. Services and proxies are put in
 * the kernel's idle class (sched(7), {@code SCHED_IDLE}; needs no privilege): among themselves they
 * share as before, but the worker, when a request is due, runs at once. All arms are treated alike.
 */
final class Precedence {
  private static final long SECONDS = 10;

  private Precedence() {}

  /** Whether this system can do it: Linux with {@code chrt} of util-linux. */
  static boolean possible() {
    return ProgramPath.find("chrt").isPresent();
  }

  /** Puts all threads of a process behind everything else; false when that was refused. */
  static boolean yield(long pid) {
    try {
      Process chrt =
          new ProcessBuilder(
                  List.of("chrt", "--all-tasks", "--idle", "--pid", "0", Long.toString(pid)))
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return chrt.waitFor(SECONDS, TimeUnit.SECONDS) && chrt.exitValue() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
