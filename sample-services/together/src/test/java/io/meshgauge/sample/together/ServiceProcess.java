package io.meshgauge.sample.together;

import io.meshgauge.sample.common.testing.Answer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A service as a process of its own, configured by environment variables. */
final class ServiceProcess implements AutoCloseable {

  private final String name;
  private final int httpPort;
  private final Path log;
  private final Process process;

  private ServiceProcess(String name, int httpPort, Path log, Process process) {
    this.name = name;
    this.httpPort = httpPort;
    this.log = log;
    this.process = process;
  }

  /** Starts {@code java … -jar} on a free HTTP port; does not wait. */
  static ServiceProcess start(
      String name, List<String> java, Path logs, Map<String, String> environment) {
    int port = freePort();
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx96m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(java);
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("SERVER_PORT", Integer.toString(port));
    builder.environment().putAll(environment);
    Path log = logs.resolve(name + ".log");
    try {
      Process process = builder.redirectErrorStream(true).redirectOutput(log.toFile()).start();
      return new ServiceProcess(name, port, log, process);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The app layout, wired ahead of time: what a run uses. */
  static List<String> app(String name) {
    Path jar = Path.of("..", name, "target", "app", name + ".jar");
    return List.of("-Dspring.aot.enabled=true", "-jar", jar.toString());
  }

  /** The one-file jar. */
  static List<String> oneFile(String name) {
    return List.of("-jar", Path.of("..", name, "target", name + ".jar").toString());
  }

  static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String url(String path) {
    return "http://127.0.0.1:" + httpPort + path;
  }

  /** Whether it is ready; fails with its log when it is dead. */
  boolean isReady() {
    if (!process.isAlive()) {
      throw new AssertionError(name + " exited unexpectedly:\n" + log());
    }
    try {
      return Answer.get(url("/actuator/health/readiness")).status() == 200;
    } catch (UncheckedIOException notYet) {
      return false;
    }
  }

  /** The sum of a metric's samples over all its tags. */
  double metric(String metric) {
    return metrics()
        .lines()
        .filter(line -> line.startsWith(metric + " ") || line.startsWith(metric + "{"))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
        .sum();
  }

  String metrics() {
    return Answer.get(url("/actuator/prometheus")).body();
  }

  /** Sends a signal by its name, for example STOP. */
  void signal(String signal) {
    try {
      int code =
          new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
              .inheritIO()
              .start()
              .waitFor();
      if (code != 0) {
        throw new IllegalStateException("kill -" + signal + " ended with " + code);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Asks it to end and waits; returns whether it did within the time. */
  boolean endsWithin(int seconds) {
    process.destroy();
    try {
      return process.waitFor(seconds, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  String log() {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
