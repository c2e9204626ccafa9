package io.meshgauge.cli;

import io.meshgauge.config.ExperimentFile;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Forecast;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Facts about a machine that {@code doctor} checks and that limit an experiment.
 *
 * @param java version of the runtime
 * @param cores processors the process may use
 * @param status lines of {@code /proc/self/status}; empty on other systems than Linux
 * @param memory lines of {@code /proc/meminfo}
 * @param load lines of {@code /proc/loadavg}
 */
record Machine(
    String java, int cores, List<String> status, List<String> memory, List<String> load) {
  private static final Pattern AVAILABLE = Pattern.compile("MemAvailable:\\s*(\\d+) kB");
  private static final double KIB_PER_GIB = 1 << 20;

  /** Five services, their proxies and a load worker took 0.65 to 0.75 GiB. */
  private static final double GIB_PER_ARM = 1;

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

  /** Memory that processes can get without swapping, in GiB; empty where it is unknown. */
  OptionalDouble availableGib() {
    return memory.stream()
        .map(AVAILABLE::matcher)
        .filter(Matcher::find)
        .mapToDouble(found -> Double.parseDouble(found.group(1)) / KIB_PER_GIB)
        .findFirst();
  }

  /**
   * The experiment as the memory carries it: one arm after the other where all arms at once would
   * not fit, with a note.
   */
  ExperimentFile fit(ExperimentFile file) {
    Experiment experiment = file.experiment();
    double needed = experiment.armsAtOnce() * GIB_PER_ARM;
    double available = availableGib().orElse(Double.POSITIVE_INFINITY);
    if (experiment.onCluster().isPresent()
        || experiment.protocol().windows().isEmpty()
        || available >= needed) {
      return file;
    }
    String note =
        String.format(
            Locale.ROOT,
            "All %d arms at once take about %.0f GiB, and %.1f GiB are available: one arm is deployed"
                + " after the other, and each is measured in one window.",
            experiment.armsAtOnce(),
            needed,
            available);
    return new ExperimentFile(
        Forecast.fitted(experiment.with(experiment.protocol().inWindows(1))),
        file.scoring(),
        Stream.concat(file.notes().stream(), Stream.of(note)).toList());
  }

  private static List<String> lines(String file) {
    try {
      return Files.readAllLines(Path.of(file));
    } catch (IOException e) {
      return List.of();
    }
  }
}
