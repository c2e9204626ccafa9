package io.meshgauge.load.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshgauge.load.record.ErrorKind;
import io.meshgauge.load.testserver.Http2Server;
import io.meshgauge.load.testserver.TestAuthority;
import io.meshgauge.load.testserver.TestAuthority.Identity;
import io.meshgauge.load.testserver.TinyServer;
import io.meshgauge.load.tls.TlsContext;
import io.meshgauge.load.tls.TlsSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLServerSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** HTTP/1.1 and HTTP/2 over TLS, with an authority of the test's own. */
@Timeout(60)
class TlsTest {

  private static final int PATIENT = 20_000;

  @TempDir private static Path folder;
  private static TestAuthority authority;
  private static String trusted;
  private static String certificate;
  private static String key;

  private final HttpExchange exchange = new HttpExchange();
  private TinyServer http1;
  private Http2Server http2;

  @BeforeAll
  static void issue() throws Exception {
    authority = new TestAuthority("test authority");
    trusted = authority.certificateFile(folder.resolve("authority.pem"));
    Identity client = authority.issue("client");
    certificate = client.certificateFile(folder.resolve("client.pem"));
    key = client.keyFile(folder.resolve("client.key"));
  }

  @BeforeEach
  void open() throws Exception {
    SSLServerSocket listener =
        (SSLServerSocket)
            authority
                .server()
                .getServerSocketFactory()
                .createServerSocket(0, 50, InetAddress.getLoopbackAddress());
    listener.setNeedClientAuth(true);
    http1 = new TinyServer(listener);
    http2 = new Http2Server(authority.server(), true);
  }

  @AfterEach
  void close() throws IOException {
    http1.close();
    http2.close();
  }

  @Test
  void bothProtocolsShowTheClientsCertificateAndKeepTheirConnection() {
    TlsContext tls = context(trusted, "localhost", true);
    try (HttpLink one = new HttpConnection(target(http1.port()), tls);
        HttpLink two = new Http2Connection(target(http2.port()), tls, true)) {
      for (int i = 0; i < 20; i++) {
        get(one, http1.port());
        assertThat(exchange.error()).as(String.valueOf(exchange.cause())).isNull();
        assertThat(exchange.status()).isEqualTo(401);
        assertThat(exchange.connectionOpened()).isEqualTo(i == 0);
        get(two, http2.port());
        assertThat(exchange.error()).as(String.valueOf(exchange.cause())).isNull();
        assertThat(exchange.status()).isEqualTo(200);
        assertThat(exchange.connectionOpened()).isEqualTo(i == 0);
      }
    }
    assertThat(http1.accepted()).isEqualTo(1);
    assertThat(http2.connections()).isEqualTo(1);
  }

  @Test
  void aBodyLongerThanARecordArrivesWhole() {
    exchange.keepBody(true);
    try (HttpLink two =
        new Http2Connection(target(http2.port()), context(trusted, "localhost", true), true)) {
      two.exchange(
          new RequestTemplate(
              target(http2.port()), "POST", Http2Server.LONG, Map.of(), "b".repeat(100_000)),
          PATIENT,
          exchange);
    }
    assertThat(exchange.error()).as(String.valueOf(exchange.cause())).isNull();
    assertThat(exchange.bodyBytes()).isGreaterThan(1 << 20);
    assertThat(new String(exchange.body(), 0, 17, StandardCharsets.US_ASCII))
        .isEqualTo("POST /long 100000");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aSilentStreamTimesOutOverTlsAndTheConnectionIsRepairedAfterwards(boolean shared) {
    try (HttpLink two =
        new Http2Connection(target(http2.port()), context(trusted, "localhost", true), shared)) {
      two.exchange(
          new RequestTemplate(target(http2.port()), "GET", Http2Server.SILENT, Map.of(), ""),
          200,
          exchange);
      assertThat(exchange.error()).isEqualTo(ErrorKind.TIMEOUT);

      get(two, http2.port());
      assertThat(exchange.error()).isNull();
    }
  }

  @Test
  void anHttp1ConnectionThatTheServerEndedAtRestIsReplacedWithoutAnError() throws Exception {
    try (HttpLink one =
        new HttpConnection(target(http1.port()), context(trusted, "localhost", true))) {
      get(one, http1.port());
      http1.hangUp();
      TimeUnit.MILLISECONDS.sleep(600);

      get(one, http1.port());
    }
    assertThat(exchange.error()).isNull();
    assertThat(exchange.connectionOpened()).isTrue();
  }

  @Test
  void anAuthorityThatIsNotTrustedIsRefusedWithWords() throws Exception {
    String stranger =
        new TestAuthority("a stranger").certificateFile(folder.resolve("stranger.pem"));
    for (HttpLink link : links(context(stranger, "localhost", true))) {
      get(link, http1.port());
      assertThat(exchange.error()).isEqualTo(ErrorKind.CONNECT);
      assertThat(exchange.cause())
          .hasMessageContaining("TLS handshake with localhost:")
          .hasMessageContaining("'localhost'")
          .hasMessageContaining("stranger.pem");
    }
  }

  @Test
  void aCertificateForAnotherNameIsRefusedUnlessNothingIsVerified() {
    for (HttpLink link : links(context(trusted, "elsewhere.example", true))) {
      get(link, http1.port());
      assertThat(exchange.error()).isEqualTo(ErrorKind.CONNECT);
      assertThat(exchange.cause()).hasMessageContaining("'elsewhere.example'");
    }
    for (HttpLink link : links(context("", "elsewhere.example", false))) {
      get(link, http1.port());
      assertThat(exchange.error()).as(String.valueOf(exchange.cause())).isNull();
    }
  }

  @Test
  void aServerWithoutHttp2IsNotTakenForOne() {
    try (HttpLink link =
        new Http2Connection(target(http1.port()), context(trusted, "localhost", true), true)) {
      get(link, http1.port());
    }
    assertThat(exchange.error()).isEqualTo(ErrorKind.CONNECT);
    assertThat(exchange.cause()).hasMessageContaining("by ALPN; expected one of [h2]");
  }

  @Test
  void withoutTheCertificateThatTheServerDemandsThereIsNoResponse() {
    TlsContext tls = TlsContext.of(new TlsSettings(trusted, "", "", "localhost", true));
    for (HttpLink link : links(tls)) {
      get(link, http1.port());
      assertThat(exchange.error()).isIn(ErrorKind.CLOSED, ErrorKind.CONNECT);
      assertThat(exchange.status()).isZero();
    }
  }

  @Test
  void filesThatCannotBeUsedAreNamedWithWhatIsWrong() throws IOException {
    String old =
        Files.writeString(folder.resolve("old.key"), "-----BEGIN EC PRIVATE KEY-----\n").toString();
    assertThatThrownBy(() -> TlsContext.of(new TlsSettings("", certificate, old, "", true)))
        .hasMessageContaining("old.key")
        .hasMessageContaining("openssl pkcs8");
    assertThatThrownBy(() -> context("no-such.pem", "", true))
        .hasMessageContaining("no-such.pem")
        .hasMessageContaining("trusted certificate authority");
    assertThatThrownBy(() -> context(key, "", true)).hasMessageContaining("client.key");
    assertThatThrownBy(() -> new TlsSettings("", certificate, "", "", true))
        .hasMessageContaining("needs its key");
  }

  @Test
  void contextsOfTheSameFilesAreOneAndOthersAreNot() {
    assertThat(context(trusted, "", true)).isSameAs(context(trusted, "", true));
    assertThat(context(trusted, "", true)).isNotSameAs(context(trusted, "", false));
  }

  private static TlsContext context(String authorities, String name, boolean verify) {
    return TlsContext.of(new TlsSettings(authorities, certificate, key, name, verify));
  }

  /** One way for each protocol. */
  private List<HttpLink> links(TlsContext tls) {
    return List.of(
        new HttpConnection(target(http1.port()), tls),
        new Http2Connection(target(http2.port()), tls, true));
  }

  private void get(HttpLink link, int port) {
    link.exchange(new RequestTemplate(target(port), "GET", "/", Map.of(), ""), PATIENT, exchange);
  }

  private static HttpTarget target(int port) {
    return new HttpTarget("localhost", port);
  }
}
