package io.meshgauge.platform.local.process;

import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.Teardown;
import io.meshgauge.platform.local.machine.LimitGroup;
import io.meshgauge.platform.local.machine.ProgramPath;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

/**
 * Starts child processes that end with the harness, however it ends.
 *
 * <p>After a kill, a guardian per child ends it (see {@link GuardScript}). On ctrl-C or {@code
 * SIGTERM}, a shutdown hook stops the children, the latest first; {@link #close} does the same.
 * Thread-safe.
 */
public final class ProcessGuard implements AutoCloseable {
  /** Time between TERM and KILL after the harness is gone. */
  static final Duration GRACE = Duration.ofSeconds(2);

  private static final Duration START_LIMIT = Duration.ofSeconds(20);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(5);

  /**
   * With bash a child becomes a process group in the harness's session, otherwise its own session.
   * The former is better: Linux may schedule by session (autogroup, see sched(7)), and then
   * priorities among the children of a run would have no effect.
   */
  private static final boolean BASH = ProgramPath.find("bash").isPresent();

  private static final boolean SETSID = !BASH && ProgramPath.find("setsid").isPresent();

  private final List<GuardedProcess> started = new ArrayList<>();
  private final Thread hook = new Thread(this::stopAll, "process-guard-shutdown");
  private boolean closed;

  public ProcessGuard() {
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /**
   * Starts a program.
   *
   * @return once the program has a process id; it may have ended since
   * @throws PlatformException when no process can be started
   */
  public GuardedProcess start(Command command) {
    synchronized (this) {
      if (closed) {
        throw new PlatformException(command.name() + " is not started: the harness is ending");
      }
    }
    command.group().ifPresent(LimitGroup::create);
    Process guardian = startGuardian(command);
    GuardedProcess process = new GuardedProcess(command, guardian, readPid(command, guardian));
    boolean late;
    synchronized (this) {
      started.removeIf(earlier -> !earlier.isAlive());
      started.add(process);
      late = closed;
    }
    if (late) {
      stopQuietly(process);
      throw new PlatformException(command.name() + " was stopped again: the harness is ending");
    }
    return process;
  }

  /** Stops all children, the latest first; nothing can be started afterwards. */
  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException ignored) {
      // The JVM is shutting down: the hook does the same.
    }
    stopAll();
  }

  private void stopAll() {
    Teardown teardown = new Teardown();
    List<LimitGroup> groups;
    synchronized (this) {
      closed = true;
      groups = started.stream().flatMap(child -> child.command().group().stream()).toList();
      started.forEach(child -> teardown.add("stop " + child.name(), () -> child.stop(STOP_LIMIT)));
      started.clear();
    }
    teardown.close();
    groups.forEach(LimitGroup::removeForGood);
  }

  private static Process startGuardian(Command command) {
    List<String> arguments = new ArrayList<>();
    if (SETSID) {
      arguments.add("setsid");
    }
    arguments.addAll(List.of(BASH ? "bash" : "sh", "-c", GuardScript.TEXT, "meshgauge-guard"));
    Path input = command.input();
    arguments.add(Long.toString(GRACE.toSeconds()));
    arguments.add(input == null ? "none" : input.toString());
    arguments.add(command.interactive() ? "-" : command.log().toString());
    arguments.add(
        command.group().stream()
            .flatMap(group -> group.paths().stream())
            .map(Path::toString)
            .collect(Collectors.joining("\n")));
    arguments.addAll(command.program());
    ProcessBuilder builder = new ProcessBuilder(arguments).directory(command.folder().toFile());
    builder.environment().clear();
    builder.environment().putAll(command.environment());
    builder.redirectError(ProcessBuilder.Redirect.appendTo(command.log().toFile()));
    try {
      return builder.start();
    } catch (IOException e) {
      throw new PlatformException(
          "cannot start %s: %s; a POSIX shell `sh` is needed on the PATH, and room for processes"
              .formatted(command.name(), e.getMessage()),
          e);
    }
  }

  private static long readPid(Command command, Process guardian) {
    CompletableFuture<String> line =
        CompletableFuture.supplyAsync(
            () -> firstLine(guardian.getInputStream()), task -> daemon(task).start());
    try {
      return Long.parseLong(line.get(START_LIMIT.toSeconds(), TimeUnit.SECONDS).strip());
    } catch (ExecutionException | TimeoutException | NumberFormatException e) {
      abandon(guardian);
      throw new PlatformException(
          "cannot start %s: its guardian reported no process id.%n%s"
              .formatted(command.name(), LogTail.of(command.log(), 10)),
          e);
    } catch (InterruptedException e) {
      abandon(guardian);
      Thread.currentThread().interrupt();
      throw new PlatformException("interrupted while starting " + command.name(), e);
    }
  }

  /** Closes the pipe, which makes the guardian end its program. */
  private static void abandon(Process guardian) {
    try {
      guardian.getOutputStream().close();
    } catch (IOException ignored) {
      // The pipe is closed in any case.
    }
  }

  /** Reads single bytes: data after the first line belongs to the user of the program. */
  private static String firstLine(InputStream in) {
    StringBuilder line = new StringBuilder();
    try {
      for (int b = in.read(); b != '\n' && b >= 0 && line.length() < 100; b = in.read()) {
        line.append((char) b);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return line.toString();
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "process-guard-start");
    thread.setDaemon(true);
    return thread;
  }

  private static void stopQuietly(GuardedProcess process) {
    try {
      process.stop(STOP_LIMIT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
