package io.meshgauge.platform.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The way in which the load worker gets a processor the moment a request is due.
 *
 * <p>On one machine the worker competes with what it measures. Either it is raised above everything
 * else, which needs a privilege, or services and proxies are lowered below everything else, which
 * needs none but lets other work on the machine go before them (sched(7)). All arms are treated
 * alike, and services and proxies share among themselves as before.
 */
enum SchedulingPriority {
  /** The worker in the real-time class, at its lowest priority. */
  WORKER_FIRST("load worker in the real-time class (SCHED_RR)"),
  /** Services and proxies in the idle class. */
  SYSTEM_LAST("services and proxies in the idle class (SCHED_IDLE)"),
  /** Neither is possible; the rule about send lag voids what suffers from it. */
  NONE("none: no chrt on the PATH");

  private static final long SECONDS = 10;

  private final String words;

  SchedulingPriority(String words) {
    this.words = words;
  }

  /** What this user can do on this machine. */
  static SchedulingPriority here() {
    return Here.FOUND;
  }

  /** What is done, for the record. */
  String words() {
    return words;
  }

  /** Gives the worker precedence over the system under load, whose processes are listed. */
  void give(long worker, List<Long> system) {
    switch (this) {
      case WORKER_FIRST -> chrt("--all-tasks", "--rr", "--pid", "1", Long.toString(worker));
      case SYSTEM_LAST ->
          system.forEach(pid -> chrt("--all-tasks", "--idle", "--pid", "0", Long.toString(pid)));
      case NONE -> {}
    }
  }

  /** A thread that looks on and must never keep the worker waiting. */
  Thread observer(Runnable task) {
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
      // It looks on at the worker's own level then; send lag tells whether that hurt.
    }
  }

  private static boolean chrt(String... arguments) {
    try {
      Process chrt =
          new ProcessBuilder(Stream.concat(Stream.of("chrt"), Stream.of(arguments)).toList())
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

  /** Found out once, when it is first asked for. */
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
