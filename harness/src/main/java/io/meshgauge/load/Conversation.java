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
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The lines exchanged with a load worker: words to it, one JSON object a line from it. */
final class Conversation {
  private static final int LAST_LINES = 25;

  private final Process process;
  private final Path log;
  private final BlockingQueue<Line> lines = new LinkedBlockingQueue<>();

  /** A line of the worker; null text stands for the end of its output. */
  private record Line(@Nullable String text) {}

  Conversation(Process process, Path log) {
    this.process = process;
    this.log = log;
    Thread reader = new Thread(this::read, "load-worker-reader");
    reader.setDaemon(true);
    reader.start();
  }

  Process process() {
    return process;
  }

  /**
   * The worker's next event.
   *
   * @param limit how long to wait for it
   * @param awaited what is waited for, in words
   * @throws LoadException when the worker ended, failed, is silent, or says something else than an
   *     event
   */
  WorkerEvent next(Duration limit, String awaited) {
    Line line;
    try {
      line = lines.poll(Math.max(0, limit.toMillis()), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LoadException("interrupted while waiting for the load worker: " + awaited, e);
    }
    if (line == null) {
      throw failure(
          "the load worker said nothing for %s s; expected: %s"
              .formatted(limit.toMillis() / 1000.0, awaited));
    }
    if (line.text() == null) {
      throw failure("the load worker %s; expected: %s".formatted(ending(), awaited));
    }
    WorkerEvent event = parse(line.text(), awaited);
    if (event.name().equals("failed")) {
      throw failure("the load worker failed: " + event.text("reason"));
    }
    return event;
  }

  /** Says one word to the worker. */
  void say(String word) {
    try {
      OutputStream out = process.getOutputStream();
      out.write((word + "\n").getBytes(StandardCharsets.UTF_8));
      out.flush();
    } catch (IOException e) {
      throw failure("the load worker %s; it could not be told '%s'".formatted(ending(), word));
    }
  }

  /** A failure with the last lines of the worker's log. */
  LoadException failure(String what) {
    return new LoadException(what + logTail());
  }

  private WorkerEvent parse(String line, String awaited) {
    try {
      return WorkerEvent.parse(line);
    } catch (IllegalArgumentException e) {
      throw failure(
          "the load worker said something that is no event (%s): '%s'; expected: %s"
              .formatted(e.getMessage(), shortened(line), awaited));
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

  private String logTail() {
    try {
      List<String> all = Files.readString(log).lines().toList();
      List<String> last = all.subList(Math.max(0, all.size() - LAST_LINES), all.size());
      String heading = "\nLast lines of " + log + ":\n  ";
      return last.isEmpty() ? "" : heading + String.join("\n  ", last);
    } catch (IOException | RuntimeException e) {
      return "\nIt left no log at " + log + ".";
    }
  }

  private static String shortened(String line) {
    return line.length() <= 200 ? line : line.substring(0, 200) + "…";
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
