package io.meshgauge.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.meshgauge.archive.LoadResults;
import io.meshgauge.measure.LabelResult;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.topology.Address;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two real load workers with --serve, as in the pods of a job, and a small server under load. */
@Timeout(90)
class HttpWorkersIT {
  private static final int WORKERS = 2;
  private static final int RATE = 50;
  private static final int SECONDS = 2;
  private static final int WARM_UP = 40;

  /** Rounding error of the start and two clock offsets, each to microseconds. */
  private static final Duration ROUNDED = Duration.of(3, ChronoUnit.MICROS);

  private static final Pattern PORT = Pattern.compile("listens on port (\\d+)");

  @TempDir Path folder;
  private final WorkerLayout layout =
      WorkerLayout.below(Path.of(System.getProperty("meshgauge.home", "..")));
  private final AtomicInteger requests = new AtomicInteger();
  private final ExecutorService threads = Executors.newFixedThreadPool(8);
  private final List<Process> processes = new ArrayList<>();
  private final List<Integer> ports = new ArrayList<>();
  private HttpServer server;
  private LoadRequest request;

  @BeforeEach
  void start() throws Exception {
    assumeThat(layout.problems()).isEmpty();
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::serve);
    server.start();
    Files.writeString(
        folder.resolve("tokens"),
        "customer=customer-token\nguest=guest-token\nrisky=risky-token\n");
    request =
        new LoadRequest(
            layout.plan("steady"),
            folder.resolve("load"),
            Duration.ofSeconds(SECONDS),
            new TreeMap<>());
    for (int worker = 0; worker < WORKERS; worker++) {
      processes.add(startWorker(worker));
    }
    for (int worker = 0; worker < WORKERS; worker++) {
      ports.add(port(worker));
    }
  }

  @AfterEach
  void end() {
    processes.forEach(Process::destroyForcibly);
    if (server != null) {
      server.stop(0);
    }
    threads.shutdownNow();
  }

  @Test
  void twoWorkersSendTheWholeScheduleAlthoughConnectionsBreak() throws Exception {
    List<Integer> heard = new ArrayList<>();
    try (Relay relay = new Relay(ports.get(1));
        LoadSession session =
            LoadGenerator.join(
                List.of(link(0, () -> loopback(0)), link(1, relay::address)), request)) {
      assertThat(session.warm(LoadListener.SILENT).requests()).isEqualTo(WARM_UP);
      assertThat(requests).hasValue(WARM_UP);
      session.measure(
          new LoadListener() {
            @Override
            public void second(Second second) {
              heard.add((int) second.scheduled());
              if (second.second() == 0) {
                relay.breakFor(Duration.ofSeconds(3));
              }
            }
          });
    }

    LoadResult merged = LoadResults.read(request.folder());
    int scheduled = RATE * SECONDS;
    assertThat(requests).hasValue(WARM_UP + scheduled);
    assertThat(merged.scheduled()).isEqualTo(scheduled);
    assertThat(merged.completed()).isEqualTo(scheduled);
    assertThat(merged.sendLag().count()).isEqualTo(scheduled);
    assertThat(merged.rate()).isEqualTo(RATE);
    assertThat(expected(merged))
        .isEqualTo(
            Map.of(
                "browse",
                60L,
                "checkout",
                30L,
                "forbidden",
                4L,
                "risky",
                2L,
                "unauthenticated",
                4L));
    assertThat(heard.stream().mapToInt(Integer::intValue).sum()).isEqualTo(scheduled);
    LoadResult one = LoadResults.read(request.folder().resolve("worker-0"));
    LoadResult other = LoadResults.read(request.folder().resolve("worker-1"));
    assertThat(one.scheduled()).isEqualTo(other.scheduled()).isEqualTo(scheduled / 2);
    Duration difference = Duration.between(one.window().start(), other.window().start());
    assertThat(difference.abs()).as("the start is common").isLessThanOrEqualTo(ROUNDED);
    for (Process process : processes) {
      assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isZero();
    }
  }

  @Test
  void killedWorkerLeavesTheResultsOfTheOthers() throws Exception {
    try (LoadSession session =
        LoadGenerator.join(
            List.of(link(0, () -> loopback(0)), link(1, () -> loopback(1))), request)) {
      session.warm(LoadListener.SILENT);
      LoadListener killer =
          new LoadListener() {
            @Override
            public void second(Second second) {
              processes.get(1).destroyForcibly();
            }
          };
      assertThatThrownBy(() -> session.measure(killer))
          .isInstanceOf(WorkerLostException.class)
          .hasMessageContaining("load worker-1 was lost during the window, after second 0")
          .hasMessageContaining("worker 1 is gone: its process ended with 137")
          .hasMessageContaining("The results of the other worker are kept");
    }

    LoadResult kept = LoadResults.read(request.folder());
    assertThat(kept.scheduled()).isEqualTo(RATE * SECONDS / WORKERS);
    assertThat(kept.completed()).isEqualTo(kept.scheduled());
    assertThat(request.folder().resolve("worker-1/worker.json")).doesNotExist();
    assertThat(request.folder().resolve("worker-1/events.ndjson"))
        .content()
        .contains("\"measuring\"", "\"second\":0");
    assertThat(processes.get(0).waitFor(10, TimeUnit.SECONDS)).isTrue();
  }

  private HttpLink link(int worker, Supplier<Address> address) {
    return new HttpLink(
        "worker " + worker, address, () -> obituary(worker), Duration.ofSeconds(SECONDS));
  }

  private Optional<String> obituary(int worker) {
    Process process = processes.get(worker);
    return process.isAlive()
        ? Optional.empty()
        : Optional.of("its process ended with " + process.exitValue());
  }

  private Address loopback(int worker) {
    return Address.loopback(ports.get(worker));
  }

  private static Map<String, Long> expected(LoadResult result) {
    return result.labels().stream()
        .collect(Collectors.toMap(LabelResult::label, LabelResult::expected));
  }

  private Process startWorker(int worker) throws IOException {
    LoadRequest own =
        new LoadRequest(
                request.plan(),
                folder.resolve("out-" + worker),
                request.duration(),
                request.properties())
            .with("port", Integer.toString(server.getAddress().getPort()))
            .with("tokens", folder.resolve("tokens").toString())
            .with("rate", Integer.toString(RATE))
            .with("arrival", "uniform")
            .with("warmup", Integer.toString(WARM_UP))
            .with("warmupConcurrency", "2")
            .with("connections", "4")
            .with("worker", Integer.toString(worker))
            .with("workers", Integer.toString(WORKERS));
    List<String> command = new ArrayList<>(layout.command(own));
    command.addAll(List.of("--serve", "0"));
    return new ProcessBuilder(command)
        .redirectInput(Path.of("/dev/null").toFile())
        .redirectOutput(folder.resolve("events-" + worker).toFile())
        .redirectError(log(worker).toFile())
        .start();
  }

  private Path log(int worker) {
    return folder.resolve("log-" + worker);
  }

  private int port(int worker) throws Exception {
    while (processes.get(worker).isAlive()) {
      Matcher matcher = PORT.matcher(Files.readString(log(worker)));
      if (matcher.find()) {
        return Integer.parseInt(matcher.group(1));
      }
      TimeUnit.MILLISECONDS.sleep(20);
    }
    throw new AssertionError("worker " + worker + " ended: " + Files.readString(log(worker)));
  }

  private void serve(HttpExchange exchange) throws IOException {
    requests.incrementAndGet();
    exchange.getRequestBody().readAllBytes();
    String token = exchange.getRequestHeaders().getFirst("Authorization");
    boolean post = exchange.getRequestMethod().equals("POST");
    int allowed = post ? 201 : 200;
    int status =
        token == null ? 401 : token.contains("guest") || token.contains("risky") ? 403 : allowed;
    exchange.sendResponseHeaders(status, -1);
    exchange.close();
  }
}
