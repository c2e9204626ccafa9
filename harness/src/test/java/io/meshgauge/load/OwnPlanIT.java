package io.meshgauge.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.meshgauge.archive.LoadResults;
import io.meshgauge.config.jmx.JmxConverter;
import io.meshgauge.config.jmx.JmxDocument;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Plan.OpenModel;
import io.meshgauge.experiment.Plan.OwnFile;
import io.meshgauge.measure.LabelResult;
import io.meshgauge.measure.LoadResult;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A user's plan with CSV data, an extractor, an assertion that fails for a quarter of the rows, a
 * transaction, a script and a literal address, in a real load worker: as it is, and converted.
 */
@Timeout(120)
class OwnPlanIT {
  private static final String REFUSED_USER = "dan";
  private static final int WARM_UP = 60;

  @TempDir Path folder;
  private final WorkerLayout layout =
      WorkerLayout.below(
          Path.of(System.getProperty("meshgauge.home", "..")).toAbsolutePath().normalize());
  private final ExecutorService threads = Executors.newFixedThreadPool(8);
  private final Map<String, AtomicInteger> served = new ConcurrentHashMap<>();
  private HttpServer server;

  @BeforeEach
  void start() throws Exception {
    assumeThat(layout.problems()).isEmpty();
    for (String name : List.of("shop.jmx", "users.csv")) {
      try (InputStream in = OwnPlanIT.class.getResourceAsStream("shop/" + name)) {
        Files.write(folder.resolve(name), in.readAllBytes());
      }
    }
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

  /** Sends a warm-up and a window; the requests that came before the window, by path. */
  private Map<String, Integer> measured(LoadRequest request) throws Exception {
    try (LoadSession session = new LoadGenerator(layout, OwnPlanIT::launch).start(request, 1)) {
      session.warm(LoadListener.SILENT);
      Map<String, Integer> before = counts();
      session.measure(LoadListener.SILENT);
      return before;
    }
  }

  private void serve(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    exchange.getRequestBody().readAllBytes();
    served.computeIfAbsent(path, unused -> new AtomicInteger()).incrementAndGet();
    String answer =
        switch (path) {
          case "/login" ->
              "{\"session\": \"%s\"}".formatted(exchange.getRequestURI().getQuery().substring(5));
          case "/order/" + REFUSED_USER -> "refused";
          default -> "accepted";
        };
    byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(200, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Test
  void planRunsAsItIsAndEveryRequestOfTheWindowIsCounted() throws Exception {
    LoadRequest request = request("shop.jmx", Map.of());
    Map<String, Integer> before;
    try (LoadSession session = new LoadGenerator(layout, OwnPlanIT::launch).start(request, 1)) {
      assertThat(session.warm(LoadListener.SILENT).requests()).isGreaterThanOrEqualTo(WARM_UP);
      before = counts();
      session.measure(LoadListener.SILENT);
    }

    LoadResult result = LoadResults.read(request.folder());
    Map<String, LabelResult> labels = labels(result);
    assertThat(labels).containsOnlyKeys("login", "order", "stock");
    assertThat(labels.get("login").sent()).isEqualTo(since(before, "/login"));
    assertThat(labels.get("stock").sent()).isEqualTo(since(before, "/stock"));
    long refused = since(before, "/order/" + REFUSED_USER);
    assertThat(refused).isPositive();
    assertThat(labels.get("order").unexpected()).isEqualTo(refused);
    long accepted = since(before, "/order/ann", "/order/bob", "/order/cat");
    assertThat(labels.get("order").expected()).isEqualTo(accepted);
    assertThat(result.sent()).isEqualTo(result.completed()).isEqualTo(result.scheduled());
    assertThat(Files.readString(request.folder().resolve("worker.json")))
        .contains("\"mode\" : \"closed\"", "\"purchase\"")
        .doesNotContain("\"compute\"");
    assertJtl(request, labels);
    assertThat(folder.resolve("should-not-be-written.jtl")).doesNotExist();
  }

  /** JMeter's own file has the rows of every kind of sample, with its header. */
  private static void assertJtl(LoadRequest request, Map<String, LabelResult> labels)
      throws IOException {
    List<String> rows = Files.readAllLines(request.folder().resolve("results.jtl"));
    assertThat(rows.get(0)).startsWith("timeStamp,elapsed,label,responseCode,");
    Map<String, Long> byLabel =
        rows.stream()
            .skip(1)
            .map(row -> row.split(",", 4)[2])
            .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    labels.forEach((label, result) -> assertThat(byLabel).containsEntry(label, result.sent()));
    assertThat(byLabel).containsKeys("purchase", "compute");
  }

  @Test
  void convertedPlanSendsOneIterationPerArrival() throws Exception {
    Files.writeString(
        folder.resolve("open.jmx"),
        JmxConverter.convert(JmxDocument.read(folder.resolve("shop.jmx"))).text());
    LoadRequest request =
        request("open.jmx", Map.of("rate", "20", "arrival", "uniform", "seed", "7"));
    Map<String, Integer> before = measured(request);

    LoadResult result = LoadResults.read(request.folder());
    Map<String, LabelResult> labels = labels(result);
    long arrivals = 20 * 2;
    assertThat(labels).containsOnlyKeys("login", "order", "stock");
    assertThat(labels.values()).allSatisfy(it -> assertThat(it.sent()).isEqualTo(arrivals));
    assertThat(since(before, "/login", "/stock")).isEqualTo(2 * arrivals);
    assertThat(labels.get("order").unexpected())
        .isEqualTo(since(before, "/order/" + REFUSED_USER))
        .isEqualTo(arrivals / 4);
    assertThat(Files.readString(request.folder().resolve("worker.json")))
        .contains("\"mode\" : \"open\"", "\"purchase\"");
    assertJtl(request, labels);
  }

  /** The address of one sampler, the target, is known only while the plan runs. */
  @Test
  void openModelSendsAtItsOwnArrivalsWhateverItsTimersWait() throws Exception {
    replace("<ThreadGroup ", "<OpenModelThreadGroup ");
    replace("</ThreadGroup>", "</OpenModelThreadGroup>");
    replace(
        "HTTPSampler.domain\">shop.example.com<",
        "HTTPSampler.domain\">${__groovy('shop.' + 'example.com')}<");
    OpenModel model =
        new OpenModel(20, Duration.ofSeconds(2), "pieces 1:0:0 1:1:1", "uniform", "20 per second");
    LoadRequest request =
        request("shop.jmx", Map.of("rate", "20", "arrival", "uniform"), Optional.of(model));
    Map<String, Integer> before = measured(request);

    LoadResult result = LoadResults.read(request.folder());
    Map<String, LabelResult> labels = labels(result);
    assertThat(labels).containsOnlyKeys("login", "order", "stock");
    assertThat(labels.values()).allSatisfy(it -> assertThat(it.sent()).isEqualTo(20));
    assertThat(since(before, "/login", "/stock")).isEqualTo(40);
    assertThat(Files.readString(request.folder().resolve("worker.json")))
        .contains("\"mode\" : \"open\"");
    assertJtl(request, labels);
  }

  @Test
  void planThatEndsByItselfFailsWithWhatToChange() throws Exception {
    replace(
        "<stringProp name=\"LoopController.loops\">-1<",
        "<stringProp name=\"LoopController.loops\">2<");
    LoadRequest request = request("shop.jmx", Map.of());
    try (LoadSession session = new LoadGenerator(layout, OwnPlanIT::launch).start(request, 1)) {
      assertThatThrownBy(() -> session.warm(LoadListener.SILENT))
          .isInstanceOf(LoadException.class)
          .hasMessageContaining("ended by itself during the warm-up, after 24 requests")
          .hasMessageContaining("'Loop Count' of its thread groups to Infinite");
    }
  }

  @Test
  void planWhoseConditionIsNeverTrueFailsWithItsLine() throws Exception {
    replace(
        "<stringProp name=\"LoopController.loops\">-1<",
        "<stringProp name=\"LoopController.loops\">0<");
    OwnFile own =
        new OwnFile(
            folder.resolve("shop.jmx").toString(),
            List.of(),
            Optional.empty(),
            Optional.of("shop.example.com"),
            false,
            true,
            Map.of("stock", "IfController \"never\", line 12"),
            Optional.empty());
    LoadRequest request = request(own, Map.of());
    try (LoadSession session = new LoadGenerator(layout, OwnPlanIT::launch).start(request, 1)) {
      assertThatThrownBy(() -> session.warm(LoadListener.SILENT))
          .isInstanceOf(LoadException.class)
          .hasMessageContaining("The plan sent no request")
          .hasMessageContaining("What decides: stock (IfController \"never\", line 12).");
    }
  }

  @Test
  void samplerWhoseHostChangesWhileItRunsIsStopped() throws Exception {
    replace(
        "<stringProp name=\"HTTPSampler.domain\">shop.example.com<",
        "<stringProp name=\"HTTPSampler.domain\">${user}.example.com<");
    LoadRequest request = request("shop.jmx", Map.of());
    try (LoadSession session = new LoadGenerator(layout, OwnPlanIT::launch).start(request, 1)) {
      assertThatThrownBy(() -> session.warm(LoadListener.SILENT))
          .isInstanceOf(LoadException.class)
          .hasMessageContaining("The HTTP sampler 'stock' was about to send to")
          .hasMessageContaining(
              ".example.com:80; expected 127.0.0.1:%d".formatted(server.getAddress().getPort()));
    }
  }

  @Test
  void convertedPlanIsStoppedAtAnotherHostToo() throws Exception {
    replace(
        "<stringProp name=\"HTTPSampler.path\">/order/${session}",
        "<stringProp name=\"HTTPSampler.domain\">${user}.example.com</stringProp><stringProp name=\"HTTPSampler.path\">/order/${session}");
    Files.writeString(
        folder.resolve("open.jmx"),
        JmxConverter.convert(JmxDocument.read(folder.resolve("shop.jmx"))).text());
    LoadRequest request = request("open.jmx", Map.of("rate", "20"));
    try (LoadSession session = new LoadGenerator(layout, OwnPlanIT::launch).start(request, 1)) {
      assertThatThrownBy(() -> session.warm(LoadListener.SILENT))
          .isInstanceOf(LoadException.class)
          .hasMessageContaining("The HTTP sampler 'order' was about to send to");
    }
  }

  @Test
  void missingPluginIsNamedBeforeAnyRequest() throws Exception {
    replace(
        "<ConstantTimer guiclass=\"ConstantTimerGui\" testclass=\"ConstantTimer\"",
        "<org.example.PaceTimer guiclass=\"ConstantTimerGui\" testclass=\"org.example.PaceTimer\"");
    replace("</ConstantTimer>", "</org.example.PaceTimer>");
    LoadRequest request = request("shop.jmx", Map.of());
    assertThatThrownBy(() -> new LoadGenerator(layout, OwnPlanIT::launch).start(request, 1))
        .isInstanceOf(LoadException.class)
        .hasMessageContaining("org.example.PaceTimer");
    assertThat(served).isEmpty();
  }

  private void replace(String text, String by) throws IOException {
    Path file = folder.resolve("shop.jmx");
    String plan = Files.readString(file);
    assertThat(plan).contains(text);
    Files.writeString(file, plan.replace(text, by));
  }

  private LoadRequest request(String file, Map<String, String> more) {
    return request(file, more, Optional.empty());
  }

  private LoadRequest request(String file, Map<String, String> more, Optional<OpenModel> model) {
    OwnFile own =
        new OwnFile(
            folder.resolve(file).toString(),
            List.of("users.csv"),
            Optional.empty(),
            Optional.of("shop.example.com"),
            true,
            more.isEmpty(),
            Map.of(),
            model);
    return request(own, more);
  }

  private LoadRequest request(OwnFile own, Map<String, String> more) {
    Plan plan =
        new Plan("shop", Plan.MIN_DURATION, new TreeMap<>(), Optional.of(own), Optional.empty());
    SortedMap<String, String> properties = new TreeMap<>(more);
    properties.put("host", "127.0.0.1");
    properties.put("port", Integer.toString(server.getAddress().getPort()));
    properties.put("warmup", Integer.toString(WARM_UP));
    return LoadRequest.of(plan, Path.of(own.jmx()), folder.resolve("load"), Duration.ofSeconds(2))
        .with(properties);
  }

  private static Process launch(List<String> command, Path in, Path log) throws IOException {
    return new ProcessBuilder(command).directory(in.toFile()).redirectError(log.toFile()).start();
  }

  private static Map<String, LabelResult> labels(LoadResult result) {
    return result.labels().stream()
        .collect(Collectors.toMap(LabelResult::label, Function.identity()));
  }

  private Map<String, Integer> counts() {
    return served.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, it -> it.getValue().get()));
  }

  private long since(Map<String, Integer> before, String... paths) {
    Map<String, Integer> now = counts();
    return List.of(paths).stream()
        .mapToLong(path -> now.getOrDefault(path, 0) - before.getOrDefault(path, 0))
        .sum();
  }
}
