package io.meshgauge.platform.local.process;

import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.local.machine.LimitGroup;
import io.meshgauge.platform.local.machine.Signals;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A program that runs under guard and cannot outlive the harness.
 *
 * <p>As a {@link Process} it represents the program and not its guardian: process id, exit status,
 * input and output.
 */
public final class GuardedProcess extends Process {
  private static final int LAST_LINES = 25;

  private final Command command;
  private final Process guardian;
  private final long pid;
  private final Optional<ProcessHandle> program;
  private volatile boolean halted;

  GuardedProcess(Command command, Process guardian, long pid) {
    this.command = command;
    this.guardian = guardian;
    this.pid = pid;
    // The handle remembers the start time, so a reused process id is never signalled.
    this.program = ProcessHandle.of(pid);
  }

  public String name() {
    return command.name();
  }

  /** The command, for a restart. */
  public Command command() {
    return command;
  }

  public Path log() {
    return command.log();
  }

  /** Halts the program and its children, which keep their sockets and answer nothing. */
  public void halt() {
    Signals.STOP.send(pid);
    halted = true;
  }

  /** Makes the program read its configuration again. */
  public void reload() {
    Signals.HUP.send(pid);
  }

  /** Lets a halted program go on. */
  public void proceed() {
    halted = false;
    Signals.CONT.send(pid);
  }

  /** Sends SIGTERM and returns at once; a halted program goes on, so that it can end. */
  public void terminate() {
    if (guardian.isAlive()) {
      program.ifPresent(ProcessHandle::destroy);
      if (halted) {
        proceed();
      }
    }
  }

  /**
   * Sends SIGTERM, waits for the grace period, then lets the guardian kill the program.
   *
   * @throws PlatformException when it is still running afterwards
   */
  public void stop(Duration grace) throws InterruptedException {
    try {
      terminate();
      if (!waitFor(grace.toMillis(), TimeUnit.MILLISECONDS)) {
        destroyForcibly();
      }
    } finally {
      letGo();
    }
    Duration rest = ProcessGuard.GRACE.plusSeconds(2);
    if (!waitFor(rest.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new PlatformException(
          "%s (process %d) is still running %d s after it was killed; it may hang in the kernel"
              .formatted(name(), pid, rest.toSeconds()));
    }
    command.group().ifPresent(LimitGroup::remove);
  }

  /** Exit status and last output as text, for a process that has ended. */
  public String exitReport() {
    String how = isAlive() ? "is running" : "ended with exit status " + exitValue();
    return "%s (process %d) %s%s.%n%s"
        .formatted(name(), pid, how, outOfMemory(), LogTail.of(log(), LAST_LINES));
  }

  /** That the kernel ended it at its limit, which looks like any other kill. */
  private String outOfMemory() {
    return command
        .group()
        .filter(group -> group.outOfMemory() > 0)
        .map(
            group ->
                ": out of memory, the kernel ended %d of its processes at their limit of %s"
                    .formatted(group.outOfMemory(), group.limit().words()))
        .orElse("");
  }

  private void letGo() {
    try {
      guardian.getOutputStream().close();
    } catch (IOException ignored) {
      // The guardian has ended already.
    }
  }

  @Override
  public long pid() {
    return pid;
  }

  /** Process ids of the program and its descendants, such as NGINX workers. */
  public Stream<Long> family() {
    return Stream.concat(
        Stream.of(pid),
        program.stream().flatMap(ProcessHandle::descendants).map(ProcessHandle::pid));
  }

  @Override
  public OutputStream getOutputStream() {
    return guardian.getOutputStream();
  }

  @Override
  public InputStream getInputStream() {
    return guardian.getInputStream();
  }

  @Override
  public InputStream getErrorStream() {
    return InputStream.nullInputStream();
  }

  @Override
  public int waitFor() throws InterruptedException {
    return guardian.waitFor();
  }

  @Override
  public boolean waitFor(long timeout, TimeUnit unit) throws InterruptedException {
    return guardian.waitFor(timeout, unit);
  }

  @Override
  public int exitValue() {
    return guardian.exitValue();
  }

  @Override
  public void destroy() {
    terminate();
  }

  @Override
  public Process destroyForcibly() {
    if (guardian.isAlive()) {
      program.ifPresent(ProcessHandle::destroyForcibly);
    }
    return this;
  }

  @Override
  public boolean supportsNormalTermination() {
    return true;
  }

  @Override
  public boolean isAlive() {
    return guardian.isAlive();
  }

  @Override
  public ProcessHandle toHandle() {
    return program.orElseGet(guardian::toHandle);
  }
}
