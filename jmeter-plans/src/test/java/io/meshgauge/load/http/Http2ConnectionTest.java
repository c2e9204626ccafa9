package io.meshgauge.load.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.load.record.ErrorKind;
import io.meshgauge.load.testserver.Http2Server;
import io.meshgauge.load.testserver.TinyServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** HTTP/2 against another implementation of it. */
@Timeout(60)
class Http2ConnectionTest {

  private static final int PATIENT = 20_000;

  private final HttpExchange exchange = new HttpExchange();
  private Http2Server server;
  private Http2Connection connection;

  @BeforeEach
  void open() throws Exception {
    server = new Http2Server(null, false);
    connection = new Http2Connection(target(server.port()), null, true);
    exchange.keepBody(true);
  }

  @AfterEach
  void close() throws IOException {
    connection.close();
    server.close();
  }

  @Test
  void manyRequestsUseOneConnection() {
    for (int i = 0; i < 100; i++) {
      send("GET", "/a?i=" + i, Map.of("echo", "é" + i), "");
      assertThat(exchange.error()).as(String.valueOf(exchange.cause())).isNull();
      assertThat(exchange.status()).isEqualTo(200);
      assertThat(answer(exchange)).startsWith("GET /a?i=" + i + " 0 ").endsWith("" + i);
      assertThat(exchange.connectionOpened()).isEqualTo(i == 0);
    }
    assertThat(server.connections()).isEqualTo(1);
  }

  @Test
  void headersThatDoNotFitThePeersTableAreSentAllTheSame() {
    // The server keeps a table of 128 bytes; these would not all fit one of 4,096 either.
    for (int i = 0; i < 20; i++) {
      send("GET", "/a", Map.of("echo", "e".repeat(700) + i % 7), "");
      assertThat(answer(exchange)).isEqualTo("GET /a 0 " + "e".repeat(700) + i % 7);
    }
  }

  @Test
  void aHeadLongerThanAFrameIsSentInSeveral() {
    send("GET", "/a", Map.of("echo", "{".repeat(17_000)), "");

    assertThat(answer(exchange)).hasSize("GET /a 0 ".length() + 17_000);
  }

  @Test
  void bodiesWiderThanEveryWindowArriveWhole() {
    for (int i = 0; i < 3; i++) {
      send("POST", Http2Server.LONG, Map.of(), "b".repeat(300_000));
      assertThat(exchange.error()).as(String.valueOf(exchange.cause())).isNull();
      assertThat(exchange.status()).isEqualTo(201);
      assertThat(answer(exchange)).startsWith("POST /long 300000 -");
      assertThat(exchange.bodyBytes()).isGreaterThan(1 << 20);
    }
    assertThat(server.connections()).isEqualTo(1);
  }

  @Test
  void threadsShareAConnectionAndEachGetsItsOwnResponses() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(8);
    List<Callable<Integer>> work = new ArrayList<>();
    for (int t = 0; t < 8; t++) {
      String name = "/thread-" + t;
      work.add(() -> ownAnswers(name));
    }
    try {
      for (Future<Integer> own : threads.invokeAll(work)) {
        assertThat(own.get()).isEqualTo(200);
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(server.connections()).isEqualTo(1);
  }

  private int ownAnswers(String name) {
    HttpExchange own = new HttpExchange();
    own.keepBody(true);
    int right = 0;
    for (int i = 0; i < 200; i++) {
      String path = name + "/" + i;
      connection.exchange(request("POST", path, Map.of("echo", name), "x".repeat(i)), PATIENT, own);
      if (answer(own).equals("POST " + path + " " + i + " " + name)) {
        right++;
      }
    }
    return right;
  }

  @Test
  void timesFollowOneAnother() {
    send("GET", "/a", Map.of(), "");

    assertThat(exchange.connectedNanos()).isGreaterThan(exchange.sentNanos());
    assertThat(exchange.firstByteNanos()).isGreaterThan(exchange.connectedNanos());
    assertThat(exchange.endNanos()).isGreaterThanOrEqualTo(exchange.firstByteNanos());
  }

  @Test
  void aStreamThatTimesOutLeavesTheOthersAlone() throws Exception {
    send("GET", "/a", Map.of(), "");
    ExecutorService other = Executors.newSingleThreadExecutor();
    try {
      Future<HttpExchange> silent =
          other.submit(
              () -> {
                HttpExchange own = new HttpExchange();
                connection.exchange(request("GET", Http2Server.SILENT, Map.of(), ""), 300, own);
                return own;
              });
      while (!silent.isDone()) {
        send("GET", "/b", Map.of(), "");
        assertThat(exchange.error()).as(String.valueOf(exchange.cause())).isNull();
      }
      assertThat(silent.get().error()).isEqualTo(ErrorKind.TIMEOUT);
      assertThat(silent.get().endNanos() - silent.get().sentNanos())
          .isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(300));
    } finally {
      other.shutdownNow();
    }
    assertThat(server.connections()).isEqualTo(1);
  }

  @Test
  void aConnectionWithoutAWordInAllTheTimeIsReplaced() {
    send("GET", "/a", Map.of(), "");
    connection.exchange(request("GET", Http2Server.SILENT, Map.of(), ""), 100, exchange);
    assertThat(exchange.error()).isEqualTo(ErrorKind.TIMEOUT);

    send("GET", "/a", Map.of(), "");

    assertThat(exchange.error()).isNull();
    assertThat(exchange.connectionOpened()).isTrue();
  }

  @Test
  void aThreadsOwnConnectionIsTheSameButForATimeoutWhichEndsIt() {
    try (Http2Connection own = new Http2Connection(target(server.port()), null, false)) {
      for (int i = 0; i < 20; i++) {
        own.exchange(request("POST", "/a", Map.of(), "b".repeat(i * 10_000)), PATIENT, exchange);
        assertThat(exchange.error()).as(String.valueOf(exchange.cause())).isNull();
        assertThat(exchange.connectionOpened()).isEqualTo(i == 0);
      }
      own.exchange(request("GET", Http2Server.SILENT, Map.of(), ""), 100, exchange);
      assertThat(exchange.error()).isEqualTo(ErrorKind.TIMEOUT);
      assertThat(exchange.endNanos() - exchange.sentNanos())
          .isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(100));

      own.exchange(request("GET", "/a", Map.of(), ""), PATIENT, exchange);
      assertThat(exchange.error()).isNull();
      assertThat(exchange.connectionOpened()).isTrue();
    }
  }

  @Test
  void missingServerIsRefused() throws IOException {
    int port;
    try (ServerSocket gone = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = gone.getLocalPort();
    }
    new Http2Connection(target(port), null, true)
        .exchange(request("GET", "/", Map.of(), ""), PATIENT, exchange);

    assertThat(exchange.error()).isEqualTo(ErrorKind.REFUSED);
  }

  @Test
  void aServerOfHttp1IsMalformed() throws IOException {
    try (TinyServer old = new TinyServer();
        Http2Connection toOld = new Http2Connection(target(old.port()), null, true)) {
      toOld.exchange(request("GET", "/", Map.of(), ""), PATIENT, exchange);
    }
    assertThat(exchange.error()).isEqualTo(ErrorKind.MALFORMED);
    assertThat(exchange.cause()).hasMessageContaining("HTTP/1.1 401");
  }

  private void send(String method, String path, Map<String, String> headers, String body) {
    connection.exchange(request(method, path, headers, body), PATIENT, exchange);
  }

  private RequestTemplate request(
      String method, String path, Map<String, String> headers, String body) {
    return new RequestTemplate(target(server.port()), method, path, headers, body);
  }

  private static String answer(HttpExchange exchange) {
    return new String(exchange.body(), StandardCharsets.UTF_8);
  }

  private static HttpTarget target(int port) {
    return new HttpTarget("localhost", port);
  }
}
