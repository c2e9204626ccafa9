package io.meshgauge.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.meshgauge.topology.Address;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests the link against an HTTP server that answers correctly, wrongly or not at all. */
@Timeout(30)
class HttpLinkTest {
  private static final Duration EVENT_TIMEOUT = Duration.ofSeconds(5);
  private static final Duration WINDOW = Duration.ofSeconds(6);

  @TempDir Path folder;
  private final List<String> events = new CopyOnWriteArrayList<>();
  private final List<String> commands = new CopyOnWriteArrayList<>();
  private volatile Duration ahead = Duration.ZERO;
  private volatile String process = "one";
  private volatile String resultFile = "worker.json";
  private volatile Optional<String> obituary = Optional.empty();
  private final AtomicInteger obituaryReads = new AtomicInteger();
  private HttpServer server;
  private HttpLink link;

  @BeforeEach
  void open() throws IOException {
    serve(0);
    link = link(Duration.ofSeconds(2));
  }

  private HttpLink link(Duration retryLimit) {
    return new HttpLink(
        "pod load-0",
        () -> Address.loopback(server.getAddress().getPort()),
        () -> {
          obituaryReads.incrementAndGet();
          return obituary;
        },
        WINDOW,
        retryLimit);
  }

  @AfterEach
  void close() {
    link.close();
    server.stop(0);
  }

  @Test
  void eventsKeepOrderAndNoneIsLostAcrossAnOutage() throws Exception {
    events.add("{\"event\":\"ready\"}");
    assertThat(link.nextEvent(EVENT_TIMEOUT)).hasValue("{\"event\":\"ready\"}");
    int port = server.getAddress().getPort();
    server.stop(0);
    events.add("b");
    events.add("c");
    assertThat(link.nextEvent(Duration.ofMillis(700))).isEmpty();
    serve(port);

    assertThat(link.nextEvent(EVENT_TIMEOUT)).hasValue("b");
    assertThat(link.nextEvent(EVENT_TIMEOUT)).hasValue("c");
    link.send("warm");
    assertThat(commands).containsExactly("warm");
  }

  @Test
  void unreachableWorkerIsGivenUpAfterTheRetryLimit() {
    server.stop(0);

    assertThatThrownBy(() -> hearUntilItFails())
        .isInstanceOf(LoadException.class)
        .isNotInstanceOf(WorkerLostException.class)
        .hasMessageContaining("no contact with pod load-0 for 2 s");
    assertThatThrownBy(() -> link.nextEvent(EVENT_TIMEOUT))
        .as("again")
        .isInstanceOf(LoadException.class);
  }

  @Test
  void obituaryEndsRetriesAtOnce() {
    link.close();
    link = link(Duration.ofHours(1));
    obituary = Optional.of("the container ended with exit code 137 (OOMKilled)");
    server.stop(0);

    assertThatThrownBy(() -> hearUntilItFails())
        .isInstanceOf(WorkerLostException.class)
        .hasMessage("pod load-0 is gone: the container ended with exit code 137 (OOMKilled)");
    assertThat(obituaryReads).as("only after the first failed request").hasValue(1);
    assertThatThrownBy(() -> link.send("warm")).isInstanceOf(WorkerLostException.class);
  }

  @Test
  void restartedWorkerIsDetected() {
    events.add("a");
    assertThat(link.nextEvent(EVENT_TIMEOUT)).hasValue("a");
    process = "two";

    assertThatThrownBy(() -> hearUntilItFails())
        .isInstanceOf(WorkerLostException.class)
        .hasMessageContaining("pod load-0 was restarted");
  }

  @Test
  void refusedCommandReportsTheReason() {
    assertThatThrownBy(() -> link.send("dance"))
        .isInstanceOf(LoadException.class)
        .hasMessageContaining("POST /words 'dance' with status 400: no such word");
  }

  @Test
  void clockOffsetIsReadFromResponses() {
    for (int seconds : new int[] {-40, 0, 3600}) {
      ahead = Duration.ofSeconds(seconds);
      WorkerLink.Clock clock = link.clock();
      assertThat((double) clock.ahead().toMillis()).isCloseTo(seconds * 1000.0, within(100.0));
      assertThat(clock.error()).isPositive().isLessThan(Duration.ofMillis(100));
    }
  }

  @Test
  void resultsAreUnpackedOnlyInsideTheFolder() {
    link.collect(folder.resolve("worker-0"));
    assertThat(folder.resolve("worker-0/worker.json")).hasContent("{}");
    resultFile = "../evil";

    assertThatThrownBy(() -> link.collect(folder.resolve("worker-1")))
        .isInstanceOf(LoadException.class)
        .hasMessageContaining("'../evil'; expected plain names");
    assertThat(folder.resolve("evil")).doesNotExist();
  }

  @Test
  void pollsAreRareUntilTheWindowIsAboutToEnd() {
    Duration window = Duration.ofSeconds(10);

    assertThat(HttpLink.rest(window, 0)).isEqualTo(2500);
    assertThat(HttpLink.rest(window, 5)).as("at least 3 s are left").isEqualTo(2500);
    assertThat(HttpLink.rest(window, 7)).as("at least 1 s is left").isEqualTo(1000);
    assertThat(HttpLink.rest(window, 8)).isZero();
    assertThat(HttpLink.rest(window, 12)).as("late answers are awaited").isZero();
  }

  @Test
  void eventAfterTheLastSecondsIsReceivedAtOnce() {
    String second = "{\"event\":\"second\",\"second\":%d,\"scheduled\":1}";
    events.add(second.formatted(WINDOW.toSeconds() - 1));
    assertThat(link.nextEvent(EVENT_TIMEOUT)).isPresent();
    events.add("{\"event\":\"finished\"}");

    assertThat(link.nextEvent(Duration.ofMillis(2000)))
        .as("sooner than the pause between two polls")
        .hasValue("{\"event\":\"finished\"}");
  }

  @Test
  void endIsSentOnce() {
    link.send("end");
    link.close();
    assertThat(commands).containsExactly("end");
  }

  private void hearUntilItFails() {
    for (int i = 0; i < 100; i++) {
      link.nextEvent(Duration.ofMillis(200));
    }
  }

  private void serve(int port) throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    server.setExecutor(Executors.newCachedThreadPool(HttpLinkTest::daemon));
    server.createContext("/events", this::sendEvents);
    server.createContext("/words", this::receiveCommand);
    server.createContext("/results", this::sendResults);
    server.start();
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work);
    thread.setDaemon(true);
    return thread;
  }

  private void sendEvents(HttpExchange exchange) throws IOException {
    String query = exchange.getRequestURI().getQuery();
    int from = Integer.parseInt(query.replaceAll("from=(\\d+).*", "$1"));
    StringBuilder body = new StringBuilder();
    for (String event : events.subList(Math.min(from, events.size()), events.size())) {
      body.append(event).append('\n');
    }
    if (body.isEmpty() && query.contains("wait")) {
      pause();
    }
    answer(exchange, 200, body.toString().getBytes(StandardCharsets.UTF_8));
  }

  private void receiveCommand(HttpExchange exchange) throws IOException {
    String command = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    commands.add(command);
    boolean known = !command.equals("dance");
    answer(
        exchange,
        known ? 200 : 400,
        (known ? "heard" : "no such word").getBytes(StandardCharsets.UTF_8));
  }

  private void sendResults(HttpExchange exchange) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      zip.putNextEntry(new ZipEntry(resultFile));
      zip.write("{}".getBytes(StandardCharsets.UTF_8));
    }
    answer(exchange, 200, bytes.toByteArray());
  }

  private void answer(HttpExchange exchange, int status, byte[] body) throws IOException {
    long clock = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now().plus(ahead));
    exchange.getResponseHeaders().set("Meshgauge-Epoch-Micros", Long.toString(clock));
    exchange.getResponseHeaders().set("Meshgauge-Process", process);
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(100);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
