package io.meshgauge.platform.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
  static boolean giveWay(long pid) {
    return chrt(List.of("chrt", "--all-tasks", "--idle", "--pid", "0", Long.toString(pid)));
  }

  /** A thread that puts itself behind everything else before it does its task. */
  static Thread observer(Runnable task) {
    return new Thread(
        () -> {
          ownThreadGivesWay();
          task.run();
        });
  }

  private static boolean ownThreadGivesWay() {
    try {
      // The link names process and thread: PID/task/TID.
      Path thread = Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName();
      return chrt(List.of("chrt", "--idle", "--pid", "0", thread.toString()));
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean chrt(List<String> words) {
    try {
      Process chrt =
          new ProcessBuilder(words)
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
