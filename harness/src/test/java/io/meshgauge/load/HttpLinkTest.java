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

/** The link's part of the conversation over HTTP, well and badly answered. */
@Timeout(30)
class HttpLinkTest {
  private static final Duration SOON = Duration.ofSeconds(5);
  private static final Duration WINDOW = Duration.ofSeconds(6);

  @TempDir Path folder;
  private final List<String> events = new CopyOnWriteArrayList<>();
  private final List<String> words = new CopyOnWriteArrayList<>();
  private volatile Duration ahead = Duration.ZERO;
  private volatile String process = "one";
  private volatile String resultFile = "worker.json";
  private volatile Optional<String> obituary = Optional.empty();
  private final AtomicInteger inquests = new AtomicInteger();
  private HttpServer server;
  private HttpLink link;

  @BeforeEach
  void open() throws IOException {
    serve(0);
    link = link(Duration.ofSeconds(2));
  }

  private HttpLink link(Duration endurance) {
    return new HttpLink(
        "pod load-0",
        () -> Address.loopback(server.getAddress().getPort()),
        () -> {
          inquests.incrementAndGet();
          return obituary;
        },
        WINDOW,
        endurance);
  }

  @AfterEach
  void close() {
    link.close();
    server.stop(0);
  }

  @Test
  void eventsComeInOrderAndNoneIsMissedWhenTheWorkerCannotBeReachedForAWhile() throws Exception {
    events.add("{\"event\":\"ready\"}");
    assertThat(link.hear(SOON)).hasValue("{\"event\":\"ready\"}");
    int port = server.getAddress().getPort();
    server.stop(0);
    events.add("b");
    events.add("c");
    assertThat(link.hear(Duration.ofMillis(700))).isEmpty();
    serve(port);

    assertThat(link.hear(SOON)).hasValue("b");
    assertThat(link.hear(SOON)).hasValue("c");
    link.say("warm");
    assertThat(words).containsExactly("warm");
  }

  @Test
  void aWorkerThatStaysAwayIsGivenUpInWords() {
    server.stop(0);

    assertThatThrownBy(() -> hearUntilItFails())
        .isInstanceOf(LoadException.class)
        .isNotInstanceOf(WorkerLostException.class)
        .hasMessageContaining("no contact with pod load-0 for 2 s");
    assertThatThrownBy(() -> link.hear(SOON)).as("again").isInstanceOf(LoadException.class);
  }

  @Test
  void anObituaryIsBelievedAtOnce() {
    link.close();
    link = link(Duration.ofHours(1));
    obituary = Optional.of("the container ended with exit code 137 (OOMKilled)");
    server.stop(0);

    assertThatThrownBy(() -> hearUntilItFails())
        .isInstanceOf(WorkerLostException.class)
        .hasMessage("pod load-0 is gone: the container ended with exit code 137 (OOMKilled)");
    assertThat(inquests).as("after the first request that failed").hasValue(1);
    assertThatThrownBy(() -> link.say("warm")).isInstanceOf(WorkerLostException.class);
  }

  @Test
  void anotherProcessAtTheSameAddressIsNoticed() {
    events.add("a");
    assertThat(link.hear(SOON)).hasValue("a");
    process = "two";

    assertThatThrownBy(() -> hearUntilItFails())
        .isInstanceOf(WorkerLostException.class)
        .hasMessageContaining("pod load-0 was restarted");
  }

  @Test
  void aRefusedWordSaysWhy() {
    assertThatThrownBy(() -> link.say("dance"))
        .isInstanceOf(LoadException.class)
        .hasMessageContaining("POST /words 'dance' with status 400: no such word");
  }

  @Test
  void theClockIsReadOffTheAnswers() {
    for (int seconds : new int[] {-40, 0, 3600}) {
      ahead = Duration.ofSeconds(seconds);
      assertThat((double) link.clockOffset().toMillis()).isCloseTo(seconds * 1000.0, within(100.0));
    }
  }

  @Test
  void resultsAreUnpackedAndNothingLeavesTheFolder() {
    link.collect(folder.resolve("worker-0"));
    assertThat(folder.resolve("worker-0/worker.json")).hasContent("{}");
    resultFile = "../evil";

    assertThatThrownBy(() -> link.collect(folder.resolve("worker-1")))
        .isInstanceOf(LoadException.class)
        .hasMessageContaining("'../evil'; expected plain names");
    assertThat(folder.resolve("evil")).doesNotExist();
  }

  @Test
  void aWorkerThatMeasuresIsAskedSeldomUntilItsWindowIsAboutToEnd() {
    Duration window = Duration.ofSeconds(10);

    assertThat(HttpLink.rest(window, 0)).isEqualTo(2500);
    assertThat(HttpLink.rest(window, 5)).as("3 s are left at least").isEqualTo(2500);
    assertThat(HttpLink.rest(window, 7)).as("1 s is left at least").isEqualTo(1000);
    assertThat(HttpLink.rest(window, 8)).isZero();
    assertThat(HttpLink.rest(window, 12)).as("late answers are awaited").isZero();
  }

  @Test
  void whatFollowsASecondNearTheEndOfTheWindowIsHeardOfAtOnce() {
    String second = "{\"event\":\"second\",\"second\":%d,\"scheduled\":1}";
    events.add(second.formatted(WINDOW.toSeconds() - 1));
    assertThat(link.hear(SOON)).isPresent();
    events.add("{\"event\":\"finished\"}");

    assertThat(link.hear(Duration.ofMillis(2000)))
        .as("in less than the rest between two questions")
        .hasValue("{\"event\":\"finished\"}");
  }

  @Test
  void theEndIsSaidOnceAndToADeadWorkerInVain() {
    link.say("end");
    link.close();
    assertThat(words).containsExactly("end");
  }

  private void hearUntilItFails() {
    for (int i = 0; i < 100; i++) {
      link.hear(Duration.ofMillis(200));
    }
  }

  private void serve(int port) throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    server.setExecutor(Executors.newCachedThreadPool(HttpLinkTest::daemon));
    server.createContext("/events", this::giveEvents);
    server.createContext("/words", this::takeWord);
    server.createContext("/results", this::giveResults);
    server.start();
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work);
    thread.setDaemon(true);
    return thread;
  }

  private void giveEvents(HttpExchange exchange) throws IOException {
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

  private void takeWord(HttpExchange exchange) throws IOException {
    String word = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    words.add(word);
    boolean known = !word.equals("dance");
    answer(
        exchange,
        known ? 200 : 400,
        (known ? "heard" : "no such word").getBytes(StandardCharsets.UTF_8));
  }

  private void giveResults(HttpExchange exchange) throws IOException {
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
