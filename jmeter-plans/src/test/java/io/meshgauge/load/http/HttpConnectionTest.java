package io.meshgauge.load.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshgauge.load.record.ErrorKind;
import io.meshgauge.load.testserver.TinyServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HttpConnectionTest {

  private static final Map<String, String> TOKEN = Map.of("Authorization", "Bearer customer-token");

  private final HttpExchange exchange = new HttpExchange();
  private TinyServer server;
  private HttpConnection connection;

  @BeforeEach
  void open() throws IOException {
    server = new TinyServer();
    connection = new HttpConnection(target(server.port()), null);
  }

  @AfterEach
  void close() throws IOException {
    connection.close();
    server.close();
  }

  @Test
  void manyRequestsUseOneConnection() {
    for (int i = 0; i < 100; i++) {
      send("GET", "/api/orders", "");
      assertThat(exchange.error()).isNull();
      assertThat(exchange.status()).isEqualTo(200);
      assertThat(exchange.connectionOpened()).isEqualTo(i == 0);
    }
    assertThat(server.accepted()).isEqualTo(1);
    assertThat(server.requests()).isEqualTo(100);
  }

  @Test
  void aBodyIsSentAgainAndAgainAndTheAnswerIsKeptOnRequest() {
    exchange.keepBody(true);
    for (int i = 0; i < 3; i++) {
      send("POST", "/api/orders", "{\"item\":\"sku-17\"}");
      assertThat(exchange.status()).isEqualTo(201);
      assertThat(new String(exchange.body(), java.nio.charset.StandardCharsets.UTF_8))
          .isEqualTo("{\"orders\":[]}");
      assertThat(exchange.bodyBytes()).isEqualTo(13);
    }
  }

  @Test
  void timesFollowOneAnother() {
    send("GET", "/api/orders", "");

    assertThat(exchange.connectedNanos()).isGreaterThan(exchange.sentNanos());
    assertThat(exchange.firstByteNanos()).isGreaterThan(exchange.connectedNanos());
    assertThat(exchange.endNanos()).isGreaterThanOrEqualTo(exchange.firstByteNanos());
  }

  @ParameterizedTest
  @CsvSource({"/silent, TIMEOUT", "/closing, CLOSED", "/garbled, MALFORMED"})
  void aFaultIsReportedByItsKindAndTheNextRequestOpensAConnection(String path, ErrorKind kind) {
    send("GET", path, "");
    assertThat(exchange.error()).isEqualTo(kind);
    assertThat(exchange.cause()).isNotNull();

    send("GET", "/api/orders", "");
    assertThat(exchange.error()).isNull();
    assertThat(exchange.connectionOpened()).isTrue();
    assertThat(server.accepted()).isEqualTo(2);
  }

  @Test
  void missingServerIsRefused() throws IOException {
    int port;
    try (ServerSocket gone = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = gone.getLocalPort();
    }
    HttpConnection nowhere = new HttpConnection(target(port), null);

    nowhere.exchange(new RequestTemplate(target(port), "GET", "/", Map.of(), ""), 500, exchange);

    assertThat(exchange.error()).isEqualTo(ErrorKind.REFUSED);
  }

  @Test
  void reuseOfConnectionThatTheServerClosedWhileIdleIsNamed() throws Exception {
    send("GET", "/api/orders", "");
    TimeUnit.MILLISECONDS.sleep(150);
    server.hangUp();

    send("GET", "/api/orders", "");
    assertThat(exchange.error()).isEqualTo(ErrorKind.IDLE_CLOSE).hasToString("idle-close");
    assertThat(exchange.connectionOpened()).isFalse();

    send("GET", "/api/orders", "");
    assertThat(exchange.error()).isNull();
    assertThat(exchange.connectionOpened()).isTrue();
  }

  @Test
  void aConnectionTheServerEndedWhileItRestedIsReplacedWithoutAnError() throws Exception {
    send("GET", "/api/orders", "");
    server.hangUp();
    TimeUnit.MILLISECONDS.sleep(600);

    send("GET", "/api/orders", "");

    assertThat(exchange.error()).isNull();
    assertThat(exchange.connectionOpened()).isTrue();
  }

  @Test
  void aConnectionThatRestedIsKeptWhenTheServerKeptIt() throws Exception {
    send("GET", "/api/orders", "");
    TimeUnit.MILLISECONDS.sleep(600);

    send("GET", "/api/orders", "");

    assertThat(exchange.error()).isNull();
    assertThat(exchange.connectionOpened()).isFalse();
  }

  @Test
  void aMissingTokenIsNamedTogetherWithThoseThereAre(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("tokens.properties");
    assertThatThrownBy(() -> TokenFile.read(file)).hasMessageContaining("-Jtokens=FILE");
    Files.writeString(file, "customer=a.b.c\nguest=d.e.f\n");

    assertThat(TokenFile.read(file).token("customer")).isEqualTo("a.b.c");
    assertThatThrownBy(() -> TokenFile.read(file).token("auditor"))
        .hasMessageContaining("'auditor'")
        .hasMessageContaining("customer, guest");
  }

  private void send(String method, String path, String body) {
    connection.exchange(
        new RequestTemplate(target(server.port()), method, path, TOKEN, body), 300, exchange);
  }

  private static HttpTarget target(int port) {
    return new HttpTarget("127.0.0.1", port);
  }
}
