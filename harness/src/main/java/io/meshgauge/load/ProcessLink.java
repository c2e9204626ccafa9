package io.meshgauge.load;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Link to a load worker that is a child process: commands go to its standard input, events come
 * from its standard output, and it writes its results into the requested folder. It exits after one
 * window unless it repeats.
 */
final class ProcessLink implements WorkerLink {
  private static final int MAX_LOG_LINES = 25;

  private final Process process;
  private final Path log;
  private final Duration endTimeout;
  private final boolean repeats;
  private final BlockingQueue<Line> lines = new LinkedBlockingQueue<>();

  /** A line of the worker's output; null text marks its end. */
  private record Line(@Nullable String text) {}

  /**
   * Creates a link to that process.
   *
   * @param log receives its standard error
   * @param endTimeout how long it may take to exit
   * @param repeats whether it waits for another window after it has finished one
   */
  ProcessLink(Process process, Path log, Duration endTimeout, boolean repeats) {
    this.repeats = repeats;
    this.process = process;
    this.log = log;
    this.endTimeout = endTimeout;
    Thread reader = new Thread(this::read, "load-worker-reader");
    reader.setDaemon(true);
    reader.start();
  }

  @Override
  public Optional<String> nextEvent(Duration limit) {
    Line line;
    try {
      line = lines.poll(Math.max(0, limit.toMillis()), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LoadException("interrupted while waiting for the load worker", e);
    }
    if (line == null) {
      return Optional.empty();
    }
    if (line.text() == null) {
      lines.add(line);
      throw new WorkerLostException(
          "the load worker %s; expected it to run until its window is over%s"
              .formatted(ending(), logTail()));
    }
    return Optional.of(line.text());
  }

  /** Sends one command, but not {@code end}: this worker exits when it has finished. */
  @Override
  public void send(String command) {
    if (command.equals(WorkerCommand.END)) {
      return;
    }
    try {
      OutputStream out = process.getOutputStream();
      out.write((command + "\n").getBytes(StandardCharsets.UTF_8));
      out.flush();
    } catch (IOException e) {
      throw new WorkerLostException(
          "the load worker %s; it did not accept '%s'%s".formatted(ending(), command, logTail()),
          e);
    }
  }

  @Override
  public OptionalLong pid() {
    return OptionalLong.of(process.pid());
  }

  @Override
  public Clock clock() {
    return Clock.SAME;
  }

  /**
   * Waits for the worker to exit, since its files are complete only then. A worker that repeats has
   * complete files after each {@code finished} event.
   */
  @Override
  public void collect(Path folder) {
    if (repeats) {
      return;
    }
    try {
      if (!process.waitFor(endTimeout.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new LoadException(
            "the load worker reported 'finished' and did not exit within %d s%s"
                .formatted(endTimeout.toSeconds(), logTail()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LoadException("interrupted while waiting for the load worker to exit", e);
    }
    if (process.exitValue() != 0) {
      throw new LoadException(
          "the load worker exited with status %d; expected 0%s"
              .formatted(process.exitValue(), logTail()));
    }
  }

  @Override
  public String logTail() {
    try {
      List<String> all = Files.readString(log).lines().toList();
      List<String> last = all.subList(Math.max(0, all.size() - MAX_LOG_LINES), all.size());
      String heading = "\nLast lines of " + log + ":\n  ";
      return last.isEmpty() ? "" : heading + String.join("\n  ", last);
    } catch (IOException | RuntimeException e) {
      return "\nIt wrote no log at " + log + ".";
    }
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(endTimeout.toMillis(), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  private String ending() {
    try {
      if (process.waitFor(2, TimeUnit.SECONDS)) {
        return "exited with status " + process.exitValue();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return "closed its output";
  }

  private void read() {
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        lines.add(new Line(line));
      }
    } catch (IOException ignored) {
      // A broken pipe means the same as the end of the output.
    }
    lines.add(new Line(null));
  }
}
