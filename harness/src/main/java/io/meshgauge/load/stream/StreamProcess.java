package io.meshgauge.load.stream;

import io.meshgauge.load.Launcher;
import io.meshgauge.load.LoadException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongConsumer;

/**
 * An iperf3 client as a child process.
 *
 * <p>A shell waits for a line of input and then executes iperf3, so that the process exists, and is
 * metered, before the first byte is sent.
 */
public final class StreamProcess implements StreamClient {
  private static final List<String> WAITING =
      List.of("sh", "-c", "read -r command && exec \"$@\"", "iperf3-client");
  private static final byte[] SEND_COMMAND = "send\n".getBytes(StandardCharsets.UTF_8);
  private static final Duration OVERRUN_LIMIT = Duration.ofSeconds(20);
  private static final long EXIT_TIMEOUT_SECONDS = 5;

  private final Process process;
  private final Path log;
  private final Duration limit;
  private final CompletableFuture<String> output;

  private StreamProcess(Process process, Path log, Duration limit) {
    this.process = process;
    this.log = log;
    this.limit = limit;
    this.output = CompletableFuture.supplyAsync(() -> all(process.getInputStream()), this::daemon);
  }

  /**
   * Starts a client.
   *
   * @param program iperf3
   * @param folder its working folder, created if absent; receives its log
   * @throws LoadException if it cannot be started
   */
  public static StreamProcess start(
      String program, StreamRequest request, Path folder, Launcher launcher) {
    List<String> command = new ArrayList<>(WAITING);
    command.addAll(request.command(program));
    Path log = folder.resolve("iperf3-client.log");
    try {
      Files.createDirectories(folder);
      return new StreamProcess(
          launcher.launch(command, folder, log), log, request.duration().plus(OVERRUN_LIMIT));
    } catch (IOException e) {
      throw new LoadException("cannot start iperf3: " + e.getMessage(), e);
    }
  }

  @Override
  public OptionalLong pid() {
    return OptionalLong.of(process.pid());
  }

  @Override
  public String send(LongConsumer elapsed) {
    try {
      OutputStream in = process.getOutputStream();
      in.write(SEND_COMMAND);
      in.flush();
    } catch (IOException e) {
      throw new LoadException("iperf3 exited before it sent anything: " + log(), e);
    }
    String text = await(elapsed);
    if (text.isBlank()) {
      throw new LoadException(
          "iperf3 printed nothing; expected JSON on its standard output: " + log());
    }
    return text;
  }

  private String await(LongConsumer elapsed) {
    for (long second = 1; second <= limit.toSeconds(); second++) {
      try {
        return output.get(1, TimeUnit.SECONDS);
      } catch (TimeoutException e) {
        elapsed.accept(second);
      } catch (ExecutionException e) {
        throw new LoadException("the output of iperf3 could not be read: " + e.getMessage(), e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new LoadException("interrupted while iperf3 was sending", e);
      }
    }
    throw new LoadException(
        "iperf3 did not exit within %d s; see the server's log next to %s"
            .formatted(limit.toSeconds(), log));
  }

  private String log() {
    try {
      return Files.exists(log) ? Files.readString(log).strip() : "it wrote no log at " + log;
    } catch (IOException e) {
      return "its log cannot be read: " + e.getMessage();
    }
  }

  private static String all(InputStream in) {
    try {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void daemon(Runnable task) {
    Thread thread = new Thread(task, "iperf3-output");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(EXIT_TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
