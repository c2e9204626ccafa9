package io.meshgauge.run;

import io.meshgauge.experiment.Reason;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Many windows of each kind; see {@code docs/benchmarks/stalls}. Arguments: windows, at once. */
public final class StallBenchmark {
  private static final int SERVICE_MILLIS = 6;

  private StallBenchmark() {}

  /** Prints a line for each kind of stall. */
  public static void main(String[] arguments) throws Exception {
    int windows = Integer.parseInt(arguments[0]);
    ExecutorService threads = Executors.newFixedThreadPool(Integer.parseInt(arguments[1]));
    Path folder = Files.createTempDirectory("stalls");
    print(
        "%-30s %5s %9s %24s %14s %10s  %s",
        "stall",
        "void",
        "p99 due",
        "p99 lowest median highest",
        "within 5 %",
        "connected",
        "rules broken");
    try {
      for (StallWindow kind :
          List.of(
              new StallWindow(SERVICE_MILLIS, 0, 0),
              new StallWindow(SERVICE_MILLIS, 100, 0),
              new StallWindow(SERVICE_MILLIS, 300, 0),
              new StallWindow(SERVICE_MILLIS, 1000, 0),
              new StallWindow(SERVICE_MILLIS, 0, 100))) {
        print(kind, measured(kind, windows, threads, folder));
      }
    } finally {
      threads.shutdownNow();
      delete(folder);
    }
  }

  private static List<StallWindow.Seen> measured(
      StallWindow kind, int windows, ExecutorService threads, Path folder) throws Exception {
    List<Callable<StallWindow.Seen>> tasks = new ArrayList<>();
    IntStream.range(0, windows)
        .forEach(i -> tasks.add(() -> kind.measure(Files.createTempDirectory(folder, "window"))));
    List<StallWindow.Seen> seen = new ArrayList<>();
    for (Future<StallWindow.Seen> window : threads.invokeAll(tasks)) {
      seen.add(window.get());
    }
    return seen;
  }

  private static void print(StallWindow kind, List<StallWindow.Seen> seen) {
    double due = kind.p99Millis();
    double[] p99 = seen.stream().mapToDouble(StallWindow.Seen::p99Millis).sorted().toArray();
    long near = Arrays.stream(p99).filter(it -> Math.abs(it - due) <= 0.05 * due).count();
    Map<String, Long> rules =
        seen.stream()
            .flatMap(it -> it.broken().stream())
            .collect(Collectors.groupingBy(Reason::rule, TreeMap::new, Collectors.counting()));
    print(
        "%-30s %5s %9s %24s %14s %10s  %s",
        kind.workerMillis() > 0
            ? "worker stopped for " + kind.workerMillis() + " ms"
            : kind.serverMillis() > 0 ? "server stalls for " + kind.serverMillis() + " ms" : "none",
        seen.stream().filter(it -> !it.broken().isEmpty()).count() + "/" + seen.size(),
        kind.serverMillis() == 0 ? "-" : text(due),
        text(p99[0]) + " " + text(p99[p99.length / 2]) + " " + text(p99[p99.length - 1]),
        kind.serverMillis() == 0 ? "-" : near + "/" + seen.size(),
        seen.stream().mapToLong(it -> it.load().worker().connectionsOpened()).max().orElse(0),
        rules.isEmpty() ? "-" : rules);
    Function<StallWindow.Seen, Double> lag = it -> it.load().sendLag().seconds(99) * 1e3;
    print(
        "%-30s send lag p99 median %.3f ms, highest %.3f ms; latest request %.1f ms late; blocked %d",
        "",
        seen.stream().map(lag).sorted().skip(seen.size() / 2).findFirst().orElseThrow(),
        seen.stream().map(lag).max(Comparator.naturalOrder()).orElseThrow(),
        seen.stream().mapToDouble(it -> it.load().sendLag().maxSeconds()).max().orElse(0) * 1e3,
        seen.stream()
            .map(it -> it.load().worker().blocked())
            .mapToLong(it -> it == null ? 0 : it)
            .sum());
  }

  private static String text(double millis) {
    return String.format(Locale.ROOT, "%.1f", millis);
  }

  private static void print(String format, Object... values) {
    System.out.println(String.format(Locale.ROOT, format, values));
  }

  private static void delete(Path folder) throws Exception {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
