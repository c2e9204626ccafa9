package io.meshgauge.load.nullserver;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * A {@link NullServer} in a child process, so that its CPU is not the load worker's. It exits with
 * this process, because its standard input is then closed.
 */
public final class NullServerProcess implements Closeable {

  private final Process process;
  private final int port;

  private NullServerProcess(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  /**
   * Starts a server and waits until it listens.
   *
   * @throws UncheckedIOException if it does not start
   */
  public static NullServerProcess start() {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xms16m",
            "-Xmx16m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            NullServer.class.getName());
    try {
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      return new NullServerProcess(process, port(process));
    } catch (IOException e) {
      throw new UncheckedIOException("The null server did not start: " + e.getMessage(), e);
    }
  }

  private static int port(Process process) throws IOException {
    BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII));
    String line = out.readLine();
    if (line == null || !line.matches("\\d{1,5}")) {
      process.destroyForcibly();
      throw new IOException("expected its port and got '" + line + "'");
    }
    return Integer.parseInt(line);
  }

  /** The port it listens on, on loopback. */
  public int port() {
    return port;
  }

  /** Its process id. */
  public long pid() {
    return process.pid();
  }

  @Override
  public void close() {
    process.destroy();
  }
}
