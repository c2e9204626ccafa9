package io.meshgauge.platform.local.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * How the load worker gets a processor as soon as a request is due.
 *
 * <p>On one machine the worker competes with the system under load. Either it gets a higher
 * priority than everything else, which needs a privilege, or services and proxies get a lower one,
 * which needs none but gives other work on the machine precedence over them (sched(7)). All arms
 * are treated alike, and services and proxies keep their priorities among each other.
 */
public enum SchedulingPriority {
  /** The worker in the real-time class, at its lowest priority. */
  WORKER_FIRST("load worker in the real-time class (SCHED_RR)"),
  /** Services and proxies in the idle class. */
  SYSTEM_LAST("services and proxies in the idle class (SCHED_IDLE)"),
  /** Neither is possible; the rule about send lag voids affected runs. */
  NONE("none: no chrt on the PATH");

  private static final long TIMEOUT_SECONDS = 10;

  private final String description;

  SchedulingPriority(String description) {
    this.description = description;
  }

  /** The best mode that this user may use on this machine. */
  public static SchedulingPriority here() {
    return Here.FOUND;
  }

  /** Description, for the environment. */
  public String description() {
    return description;
  }

  /** Gives the worker precedence over the processes of the system under load. */
  public void give(long worker, List<Long> system) {
    switch (this) {
      case WORKER_FIRST -> chrt("--all-tasks", "--rr", "--pid", "1", Long.toString(worker));
      case SYSTEM_LAST ->
          system.forEach(pid -> chrt("--all-tasks", "--idle", "--pid", "0", Long.toString(pid)));
      case NONE -> {}
    }
  }

  /** A thread of an observer, which must never delay the worker. */
  public Thread observer(Runnable task) {
    if (this != SYSTEM_LAST) {
      return new Thread(task);
    }
    return new Thread(
        () -> {
          lowerOwnThread();
          task.run();
        });
  }

  private static void lowerOwnThread() {
    try {
      // The link names process and thread: PID/task/TID.
      Path thread = Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName();
      chrt("--idle", "--pid", "0", thread.toString());
    } catch (IOException ignored) {
      // The observer then has the worker's priority; send lag shows any effect.
    }
  }

  private static boolean chrt(String... arguments) {
    try {
      Process chrt =
          new ProcessBuilder(Stream.concat(Stream.of("chrt"), Stream.of(arguments)).toList())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return chrt.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS) && chrt.exitValue() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Detected once, on first use. */
  private static final class Here {
    static final SchedulingPriority FOUND = find();

    private static SchedulingPriority find() {
      if (ProgramPath.find("chrt").isEmpty()) {
        return NONE;
      }
      return chrt("--rr", "1", "true") ? WORKER_FIRST : SYSTEM_LAST;
    }
  }
}
