package io.meshgauge.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.meshgauge.archive.LoadResults;
import io.meshgauge.config.jmx.JmxCheck;
import io.meshgauge.config.jmx.JmxConverter;
import io.meshgauge.config.jmx.JmxDocument;
import io.meshgauge.config.jmx.Plugin;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Plan.OpenModel;
import io.meshgauge.experiment.Plan.OwnFile;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.local.program.PluginJars;
import io.meshgauge.yaml.Problems;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Five plans of the kinds that people have, in a real load worker as they are and converted: what a
 * server receives per second follows the plan's own profile. A plan of threads has no rate of its
 * own, so its profile counts as shares of what was received. Takes five minutes and is no part of
 * the build; {@code docs/benchmarks/plans} has its figures, and {@code FivePlansTest} protects what
 * the plans become.
 */
@Timeout(300)
class PlanCourses {
  /** Seconds that are compared together. */
  private static final int STEP = 2;

  /** An arrival is one of these requests: the first of an iteration. */
  private static final String ARRIVAL = "/arrival/";

  private static final String TARGET = "shop.example.com";
  private static final Path PLANS = Path.of("src/test/resources/io/meshgauge/load/plans");

  @TempDir Path folder;
  private final WorkerLayout layout =
      WorkerLayout.below(
          Path.of(System.getProperty("meshgauge.home", "..")).toAbsolutePath().normalize());
  private final ExecutorService threads = Executors.newFixedThreadPool(16);
  private final ConcurrentLinkedQueue<Instant> received = new ConcurrentLinkedQueue<>();
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    assumeThat(layout.problems()).isEmpty();
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::serve);
    server.start();
  }

  @AfterEach
  void end() {
    if (server != null) {
      server.stop(0);
    }
    threads.shutdownNow();
  }

  private void serve(HttpExchange exchange) throws IOException {
    if (exchange.getRequestURI().getPath().startsWith(ARRIVAL)) {
      received.add(Instant.now());
    }
    exchange.getRequestBody().readAllBytes();
    exchange.sendResponseHeaders(200, 2);
    exchange.getResponseBody().write(new byte[] {'o', 'k'});
    exchange.close();
  }

  /**
   * Runs a plan both ways.
   *
   * @param plugins names; empty for none
   * @param profile pieces of seconds, and levels at both ends, in threads or arrivals per second
   */
  @ParameterizedTest
  @CsvSource({
    "ultimate, jpgc-casutg, 8:0:14 4:14:20 6:20:20 2:20:14 4:14:0",
    "includes, jpgc-casutg, 2:2:2 2:4:4 2:6:6 18:8:8",
    "open-model, '', 8:5:25 8:25:25 4:0:0 6:10:10",
    "shaping, jpgc-tst, 8:4:24 8:24:24 8:24:8",
    "controllers, jpgc-casutg, 2:0:3 6:3:3 2:3:6 6:6:6 2:6:9 12:9:9 2:6:6 2:3:3",
  })
  void arrivalsFollowTheProfileOfThePlan(String name, String plugins, String profile)
      throws Exception {
    double[] levels = levels(profile);
    boolean ofThreads = plugins.endsWith("casutg");
    Optional<Path> jars = jars(plugins);
    Path plan = PLANS.resolve(name + ".jmx");

    Optional<OpenModel> model =
        new JmxCheck(
                JmxDocument.read(plan),
                PLANS,
                Optional.empty(),
                Optional.of(TARGET),
                Map.of("server", TARGET),
                new Problems())
            .check()
            .openModel();
    boolean closed = model.isEmpty();
    // A closed loop's schedule begins with its warm-up, and must not end before the window.
    int whole = levels.length - (closed ? 3 : 0);
    double[] asItIs = run(plan, jars, model, levels, closed, whole * STEP, 25);

    double scale = ofThreads ? sum(asItIs) / sum(Arrays.copyOf(levels, whole)) : 1;
    double[] requested = Arrays.stream(levels).map(it -> it * scale).toArray();
    Path copy = folder.resolve(name + "-open.jmx");
    Files.writeString(copy, JmxConverter.convert(JmxDocument.read(plan)).text());
    double[] converted =
        run(
            copy,
            jars,
            Optional.empty(),
            levels,
            false,
            levels.length * STEP,
            scale * peak(profile));

    System.out.printf(
        Locale.ROOT,
        "| `%s` | requested | %s |%n| | as it is | %s |%n| | converted | %s |%n",
        name,
        row(requested),
        row(Arrays.copyOf(asItIs, whole)),
        row(converted));
    assertAlike(requested, asItIs, whole, 0.15);
    assertAlike(requested, converted, levels.length, 0.05);
  }

  private static Optional<Path> jars(String plugins) {
    Optional<Plugin> plugin = Plugin.named(plugins);
    try {
      return plugin.map(it -> PluginJars.folder(it.jars(), System.getenv()));
    } catch (PlatformException e) {
      assumeThat(e.getMessage()).as("the plugins on Maven Central").isNull();
      return Optional.empty();
    }
  }

  /** Arrivals per second that the server received, in steps from the start of the schedule. */
  private double[] run(
      Path plan,
      Optional<Path> plugins,
      Optional<OpenModel> model,
      double[] levels,
      boolean closed,
      int seconds,
      double rate)
      throws Exception {
    OwnFile own =
        new OwnFile(
            plan.toString(),
            List.of(),
            plugins.map(Path::toString),
            Optional.of(TARGET),
            false,
            closed,
            Map.of(),
            model);
    SortedMap<String, String> properties = new TreeMap<>();
    properties.put("host", "127.0.0.1");
    properties.put("port", Integer.toString(server.getAddress().getPort()));
    properties.put("server", TARGET);
    properties.put("warmup", closed ? "1" : "20");
    properties.put("rate", Double.toString(rate));
    properties.put("arrival", "uniform");
    LoadRequest request =
        LoadRequest.of(
                new Plan(
                    "own", Plan.MIN_DURATION, new TreeMap<>(), Optional.of(own), Optional.empty()),
                plan,
                folder.resolve(plan.getFileName() + "-load"),
                Duration.ofSeconds(seconds))
            .with(properties);
    AtomicReference<Instant> begun = new AtomicReference<>();
    LoadListener listener =
        new LoadListener() {
          @Override
          public void measuring(Instant start) {
            if (!closed) {
              begun.set(start);
            }
          }
        };
    received.clear();
    try (LoadSession session = new LoadGenerator(layout, PlanCourses::launch).start(request, 1)) {
      begun.set(Instant.now());
      session.warm(listener);
      session.measure(listener);
    }
    assertThat(LoadResults.read(request.folder()).completed()).isPositive();
    double[] counts = new double[levels.length];
    for (Instant it : received) {
      long millis = Duration.between(begun.get(), it).toMillis();
      int step = (int) (millis / 1000 / STEP);
      if (millis >= 0 && step < Math.min(counts.length, seconds / STEP)) {
        counts[step] += 1.0 / STEP;
      }
    }
    return counts;
  }

  private static Process launch(List<String> command, Path in, Path log) throws IOException {
    return new ProcessBuilder(command).directory(in.toFile()).redirectError(log.toFile()).start();
  }

  /** The mean level of each step. */
  private static double[] levels(String profile) {
    List<double[]> pieces =
        Arrays.stream(profile.split(" "))
            .map(it -> Arrays.stream(it.split(":")).mapToDouble(Double::parseDouble).toArray())
            .toList();
    int seconds = pieces.stream().mapToInt(it -> (int) it[0]).sum();
    double[] levels = new double[seconds / STEP];
    int step = 0;
    for (double[] piece : pieces) {
      int steps = (int) piece[0] / STEP;
      for (int i = 0; i < steps; i++) {
        levels[step++] = piece[1] + (piece[2] - piece[1]) * (i + 0.5) / steps;
      }
    }
    return levels;
  }

  private static double peak(String profile) {
    return Arrays.stream(profile.split(" "))
        .flatMap(it -> Arrays.stream(it.split(":")).skip(1))
        .mapToDouble(Double::parseDouble)
        .max()
        .orElse(0);
  }

  private static double sum(double[] values) {
    return Arrays.stream(values).sum();
  }

  private static String row(double[] values) {
    return Arrays.stream(values)
        .mapToObj(it -> String.format(Locale.ROOT, "%.0f", it))
        .collect(Collectors.joining(" "));
  }

  /**
   * Compares within a quarter in each step, and arrivals that chance moves.
   *
   * @param share within which all steps are together
   */
  private static void assertAlike(double[] requested, double[] got, int steps, double share) {
    for (int i = 0; i < steps; i++) {
      double most = requested[i] / 4 + 4;
      assertThat(got[i])
          .as("step %d of %s", i, row(got))
          .isBetween(requested[i] - most, requested[i] + most);
    }
    double all = sum(Arrays.copyOf(requested, steps));
    assertThat(sum(Arrays.copyOf(got, steps))).isBetween(all * (1 - share), all * (1 + share));
  }
}
