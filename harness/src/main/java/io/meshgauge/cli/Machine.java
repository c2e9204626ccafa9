package io.meshgauge.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Facts about a machine that {@code doctor} checks.
 *
 * @param java version of the runtime
 * @param cores processors the process may use
 * @param status lines of {@code /proc/self/status}; empty on other systems than Linux
 * @param memory lines of {@code /proc/meminfo}
 * @param load lines of {@code /proc/loadavg}
 */
record Machine(
    String java, int cores, List<String> status, List<String> memory, List<String> load) {
  Machine {
    status = List.copyOf(status);
    memory = List.copyOf(memory);
    load = List.copyOf(load);
  }

  /** This machine. */
  static Machine real() {
    return new Machine(
        Runtime.version().toString(),
        Runtime.getRuntime().availableProcessors(),
        lines("/proc/self/status"),
        lines("/proc/meminfo"),
        lines("/proc/loadavg"));
  }

  private static List<String> lines(String file) {
    try {
      return Files.readAllLines(Path.of(file));
    } catch (IOException e) {
      return List.of();
    }
  }
}
