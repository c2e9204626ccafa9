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
 * A load worker that is a child process: words go to its standard input, events come from its
 * standard output, results lie where the request says, and it ends by itself, unless it stays for
 * further windows.
 */
final class ProcessLink implements WorkerLink {
  private static final int LAST_LINES = 25;

  private final Process process;
  private final Path log;
  private final Duration patience;
  private final boolean stays;
  private final BlockingQueue<Line> lines = new LinkedBlockingQueue<>();

  /** A line of the worker; null text stands for the end of its output. */
  private record Line(@Nullable String text) {}

  /**
   * A line to that process.
   *
   * @param log what its standard error goes to
   * @param patience how long it may take to end
   * @param stays whether it stays for further windows when it has finished one
   */
  ProcessLink(Process process, Path log, Duration patience, boolean stays) {
    this.stays = stays;
    this.process = process;
    this.log = log;
    this.patience = patience;
    Thread reader = new Thread(this::read, "load-worker-reader");
    reader.setDaemon(true);
    reader.start();
  }

  @Override
  public Optional<String> hear(Duration limit) {
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
          "the load worker %s; expected it to stay until its window is over%s"
              .formatted(ending(), traces()));
    }
    return Optional.of(line.text());
  }

  /**
   * Says one word; {@code end} goes without saying, since this worker ends when it has finished.
   */
  @Override
  public void say(String word) {
    if (word.equals(WorkerCommand.END)) {
      return;
    }
    try {
      OutputStream out = process.getOutputStream();
      out.write((word + "\n").getBytes(StandardCharsets.UTF_8));
      out.flush();
    } catch (IOException e) {
      throw new WorkerLostException(
          "the load worker %s; it did not accept '%s'%s".formatted(ending(), word, traces()), e);
    }
  }

  @Override
  public OptionalLong pid() {
    return OptionalLong.of(process.pid());
  }

  @Override
  public Duration clockOffset() {
    return Duration.ZERO;
  }

  /**
   * Waits until the worker has ended, and with it its files are complete; those of one that stays
   * are when it says that it has finished.
   */
  @Override
  public void collect(Path folder) {
    if (stays) {
      return;
    }
    try {
      if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new LoadException(
            "the load worker said it has finished and did not end within %d s%s"
                .formatted(patience.toSeconds(), traces()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LoadException("interrupted while the load worker was ending", e);
    }
    if (process.exitValue() != 0) {
      throw new LoadException(
          "the load worker finished with exit status %d; expected 0%s"
              .formatted(process.exitValue(), traces()));
    }
  }

  /** The last lines of the worker's log. */
  @Override
  public String traces() {
    try {
      List<String> all = Files.readString(log).lines().toList();
      List<String> last = all.subList(Math.max(0, all.size() - LAST_LINES), all.size());
      String heading = "\nLast lines of " + log + ":\n  ";
      return last.isEmpty() ? "" : heading + String.join("\n  ", last);
    } catch (IOException | RuntimeException e) {
      return "\nIt left no log at " + log + ".";
    }
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
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
        return "ended with exit status " + process.exitValue();
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
      // The pipe broke, which says as much as its end.
    }
    lines.add(new Line(null));
  }
}
