package io.meshgauge.load.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.InsecureServerCredentials;
import io.grpc.Status;
import io.grpc.TlsServerCredentials;
import io.meshgauge.load.http.HttpTarget;
import io.meshgauge.load.record.ErrorKind;
import io.meshgauge.load.testserver.EchoServer;
import io.meshgauge.load.testserver.EchoServer.Reflection;
import io.meshgauge.load.testserver.TestAuthority;
import io.meshgauge.load.testserver.TestAuthority.Identity;
import io.meshgauge.load.testserver.TinyServer;
import io.meshgauge.load.tls.TlsContext;
import io.meshgauge.load.tls.TlsSettings;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class GrpcChannelTest {

  private static final GrpcMethod SAY = GrpcMethod.parse(EchoServer.SAY);
  private static final int PATIENT = 20_000;

  @TempDir private Path folder;
  private EchoServer server;
  private GrpcChannel channel;

  @BeforeEach
  void open() throws IOException {
    server = new EchoServer(Reflection.V1);
    channel = channel(server.port(), null);
  }

  @AfterEach
  void close() {
    channel.close();
    server.close();
  }

  @Test
  void manyCallsUseOneConnectionAndTheirTimesFollowOneAnother() throws IOException {
    GrpcTemplate template = template("{\"text\":\"ab\",\"count\":{\"times\":3}}");
    for (int i = 0; i < 50; i++) {
      GrpcExchange exchange = channel.call(template, PATIENT);
      assertThat(exchange.error()).isNull();
      assertThat(exchange.status().getCode()).isEqualTo(Status.Code.OK);
      assertThat(exchange.messageBytes()).as("a tag, a length, six letters").isEqualTo(8);
      assertThat(exchange.connectionOpened()).isEqualTo(i == 0);
      assertThat(exchange.firstByteNanos()).isGreaterThan(exchange.sentNanos());
      assertThat(exchange.endNanos()).isGreaterThanOrEqualTo(exchange.firstByteNanos());
    }
    assertThat(server.connections()).isEqualTo(1);
  }

  @Test
  void metadataAndABinaryOneAreSent() {
    channel.call(
        new GrpcTemplate(
            SAY, new byte[0], Map.of("Authorization", "Bearer t", "trace-bin", "AAEC")),
        PATIENT);

    assertThat(server.lastHeader("authorization")).isEqualTo("Bearer t");
    assertThatThrownBy(() -> new GrpcTemplate(SAY, new byte[0], Map.of("a b", "c")))
        .hasMessageContaining("'a b' cannot be sent");
  }

  @Test
  void aStatusOfTheServersIsAResponse() throws IOException {
    GrpcExchange denied = channel.call(template("{\"text\":\"deny\"}"), PATIENT);
    assertThat(denied.error()).isNull();
    assertThat(denied.status().getCode()).isEqualTo(Status.Code.PERMISSION_DENIED);
    assertThat(denied.status().getDescription()).isEqualTo("as asked");

    GrpcExchange unknown =
        channel.call(
            new GrpcTemplate(GrpcMethod.parse("test.Echo/No"), new byte[0], Map.of()), PATIENT);
    assertThat(unknown.error()).isNull();
    assertThat(unknown.status().getCode()).isEqualTo(Status.Code.UNIMPLEMENTED);
  }

  @Test
  void aCallWithoutAnAnswerIsATimeoutAndTheConnectionGoesOn() throws IOException {
    GrpcTemplate silent = template("{\"text\":\"silent\"}");
    channel.call(template("{}"), PATIENT);

    assertThat(channel.call(silent, 100).error()).isEqualTo(ErrorKind.TIMEOUT);

    assertThat(channel.call(template("{}"), PATIENT).error()).isNull();
    assertThat(server.connections()).isEqualTo(1);
  }

  @Test
  void refusedConnectionSucceedsAfterTheServerReturns() throws IOException {
    int port = server.port();
    GrpcTemplate empty = template("{}");
    channel.call(empty, PATIENT);
    server.close();
    GrpcExchange gone = channel.call(empty, PATIENT);
    while (gone.error() == ErrorKind.CLOSED) {
      // Until the channel has heard that its connection is no more.
      gone = channel.call(empty, PATIENT);
    }
    assertThat(gone.error()).isEqualTo(ErrorKind.REFUSED);

    server = new EchoServer(Reflection.NONE, InsecureServerCredentials.create(), port);
    GrpcExchange back = channel.call(empty, PATIENT);
    while (back.error() != null) {
      assertThat(back.error()).isEqualTo(ErrorKind.REFUSED);
      back = channel.call(empty, PATIENT);
    }
    assertThat(back.connectionOpened()).isTrue();
  }

  @Test
  void aServerThatEndsInMidCallIsClosed() throws Exception {
    GrpcTemplate silent = template("{\"text\":\"silent\"}");
    channel.call(template("{}"), PATIENT);
    ExecutorService other = Executors.newSingleThreadExecutor();
    try {
      Future<GrpcExchange> underWay = other.submit(() -> channel.call(silent, PATIENT));
      while (!server.isSilent()) {
        Thread.onSpinWait();
      }
      server.close();
      assertThat(underWay.get().error()).isEqualTo(ErrorKind.CLOSED);
    } finally {
      other.shutdownNow();
    }
  }

  @Test
  void aServerOfHttp1IsNoStatusOfItsOwn() throws IOException {
    try (TinyServer old = new TinyServer();
        GrpcChannel toOld = channel(old.port(), null)) {
      GrpcExchange exchange = toOld.call(template("{}"), PATIENT);
      assertThat(exchange.error()).isIn(ErrorKind.MALFORMED, ErrorKind.CLOSED);
    }
  }

  @Test
  void tlsShowsTheClientsCertificateAndRefusesStrangers() throws Exception {
    TestAuthority authority = new TestAuthority("test authority");
    String trusted = authority.certificateFile(folder.resolve("authority.pem"));
    Identity client = authority.issue("client");
    String certificate = client.certificateFile(folder.resolve("client.pem"));
    String key = client.keyFile(folder.resolve("client.key"));
    String stranger =
        new TestAuthority("a stranger").certificateFile(folder.resolve("stranger.pem"));
    Identity own = authority.issue("localhost");
    try (EchoServer secure =
        new EchoServer(
            Reflection.NONE,
            TlsServerCredentials.newBuilder()
                .keyManager(
                    new File(own.certificateFile(folder.resolve("server.pem"))),
                    new File(own.keyFile(folder.resolve("server.key"))))
                .trustManager(new File(trusted))
                .clientAuth(TlsServerCredentials.ClientAuth.REQUIRE)
                .build(),
            0)) {
      assertThat(secureCall(secure, new TlsSettings(trusted, certificate, key, "localhost", true)))
          .isNull();
      assertThat(secureCall(secure, new TlsSettings("", certificate, key, "", false))).isNull();
      assertThat(secureCall(secure, new TlsSettings(stranger, certificate, key, "localhost", true)))
          .isEqualTo(ErrorKind.CONNECT);
      assertThat(secureCall(secure, new TlsSettings(trusted, certificate, key, "other.test", true)))
          .isEqualTo(ErrorKind.CONNECT);
      assertThat(secureCall(secure, new TlsSettings(trusted, "", "", "localhost", true)))
          .isIn(ErrorKind.CONNECT, ErrorKind.CLOSED);
    }
  }

  private static @Nullable ErrorKind secureCall(EchoServer server, TlsSettings settings) {
    try (GrpcChannel secure = channel(server.port(), TlsContext.of(settings))) {
      return secure.call(new GrpcTemplate(SAY, new byte[0], Map.of()), PATIENT).error();
    }
  }

  private GrpcTemplate template(String json) throws IOException {
    Path set = EchoServer.descriptorSet(folder.resolve("echo.pb"), true);
    return new GrpcTemplate(SAY, new RequestMessage(SAY, json).encode(set.toString()), Map.of());
  }

  private static GrpcChannel channel(int port, @Nullable TlsContext tls) {
    return new GrpcChannel(new GrpcRoute(new HttpTarget("127.0.0.1", port), tls, 0));
  }
}
