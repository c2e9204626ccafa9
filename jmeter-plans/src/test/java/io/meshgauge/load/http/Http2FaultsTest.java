package io.meshgauge.load.http;

import static io.meshgauge.load.http.ScriptedServer.STATUS_200;
import static io.meshgauge.load.http.ScriptedServer.frame;
import static io.meshgauge.load.http.ScriptedServer.ok;
import static io.meshgauge.load.http.ScriptedServer.send;
import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.load.record.ErrorKind;
import java.io.IOException;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests rare and invalid HTTP/2 frames. */
@Timeout(60)
class Http2FaultsTest {

  private final HttpExchange exchange = new HttpExchange();

  @Test
  void aResetStreamIsClosedAndTheConnectionGoesOn() throws IOException {
    try (ScriptedServer server =
            new ScriptedServer(
                (stream, connection, socket) ->
                    send(
                        socket,
                        stream == 1
                            ? frame(Frames.RESET, 0, 1, new byte[] {0, 0, 0, 7})
                            : ok(stream)));
        Http2Connection client = new Http2Connection(server.target(), null, true)) {
      get(client, server);
      assertThat(exchange.error()).isEqualTo(ErrorKind.CLOSED);
      assertThat(exchange.cause()).hasMessageContaining("REFUSED_STREAM");

      get(client, server);
      assertThat(exchange.error()).isNull();
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  @Test
  void afterAFarewellTheNextRequestOpensAConnection() throws IOException {
    try (ScriptedServer server =
            new ScriptedServer(
                (stream, connection, socket) ->
                    send(
                        socket,
                        frame(Frames.GO_AWAY, 0, 0, new byte[] {0, 0, 0, 1, 0, 0, 0, 0}),
                        ok(stream)));
        Http2Connection client = new Http2Connection(server.target(), null, true)) {
      for (int i = 1; i <= 3; i++) {
        get(client, server);
        assertThat(exchange.error()).as("answered, since it was the last stream taken").isNull();
        assertThat(exchange.connectionOpened()).isTrue();
        assertThat(server.connections()).isEqualTo(i);
      }
    }
  }

  @Test
  void aRequestTheFarewellLeavesOutIsClosed() throws IOException {
    try (ScriptedServer server =
            new ScriptedServer(
                (stream, connection, socket) ->
                    send(
                        socket,
                        frame(Frames.GO_AWAY, 0, 0, new byte[] {0, 0, 0, 0, 0, 0, 0, 11})));
        Http2Connection client = new Http2Connection(server.target(), null, true)) {
      get(client, server);

      assertThat(exchange.error()).isEqualTo(ErrorKind.CLOSED);
      assertThat(exchange.cause()).hasMessageContaining("ENHANCE_YOUR_CALM");
    }
  }

  @Test
  void aFarewellAtRestIsHeardBeforeTheNextRequest() throws Exception {
    try (ScriptedServer server =
            new ScriptedServer(
                (stream, connection, socket) -> {
                  send(socket, ok(stream));
                  if (connection == 1) {
                    socket.close();
                  }
                });
        Http2Connection client = new Http2Connection(server.target(), null, true)) {
      get(client, server);
      TimeUnit.MILLISECONDS.sleep(600);

      get(client, server);

      assertThat(exchange.error()).isNull();
      assertThat(exchange.connectionOpened()).isTrue();
    }
  }

  @Test
  void aConnectionEndedInsteadOfAnAnswerIsClosed() throws IOException {
    try (ScriptedServer server =
            new ScriptedServer((stream, connection, socket) -> socket.close());
        Http2Connection client = new Http2Connection(server.target(), null, true)) {
      get(client, server);

      assertThat(exchange.error()).isEqualTo(ErrorKind.CLOSED);
    }
  }

  @Test
  void paddingPrioritiesInterimHeadsContinuationsTrailersAndUnknownFramesAreRead()
      throws IOException {
    try (ScriptedServer server =
            new ScriptedServer(
                (stream, connection, socket) ->
                    send(
                        socket,
                        frame(99, 0, 0, new byte[] {1}),
                        frame(Frames.PING, 0, 0, new byte[8]),
                        // ":status: 103" as a literal with the name from the static table.
                        frame(
                            Frames.HEADERS,
                            Frames.END_HEADERS,
                            stream,
                            new byte[] {8, 3, '1', '0', '3'}),
                        frame(
                            Frames.HEADERS,
                            Frames.PADDED | Frames.PRIORITY,
                            stream,
                            new byte[] {2, 0, 0, 0, 0, 1, 0, 0}),
                        frame(Frames.CONTINUATION, Frames.END_HEADERS, stream, STATUS_200),
                        frame(Frames.DATA, Frames.PADDED, stream, new byte[] {1, 'h', 'i', 0}),
                        frame(
                            Frames.HEADERS,
                            Frames.END_HEADERS | Frames.END_STREAM,
                            stream,
                            new byte[] {0, 1, 't', 1, 'v'})));
        Http2Connection client = new Http2Connection(server.target(), null, true)) {
      exchange.keepBody(true);
      get(client, server);

      assertThat(exchange.error()).as(String.valueOf(exchange.cause())).isNull();
      assertThat(exchange.status()).isEqualTo(200);
      assertThat(exchange.body()).containsExactly('h', 'i');
      get(client, server);
      assertThat(server.heard).contains(Frames.PING);
    }
  }

  @Test
  void whatNoClientCanReadIsMalformed() throws IOException {
    List<byte[]> wrong =
        List.of(
            frame(Frames.HEADERS, Frames.END_HEADERS, 1, (byte) 0xff, (byte) 0xff, (byte) 0x01),
            frame(Frames.CONTINUATION, Frames.END_HEADERS, 1, STATUS_200),
            frame(Frames.PUSH, Frames.END_HEADERS, 1, new byte[] {0, 0, 0, 2}),
            frame(Frames.RESET, 0, 1, new byte[2]),
            frame(Frames.DATA, Frames.PADDED, 1, new byte[] {9, 0}),
            frame(Frames.DATA, Frames.END_STREAM, 1));
    AtomicInteger next = new AtomicInteger();
    try (ScriptedServer server =
            new ScriptedServer(
                (stream, connection, socket) -> send(socket, wrong.get(next.getAndIncrement())));
        Http2Connection client = new Http2Connection(server.target(), null, true)) {
      for (int i = 0; i < wrong.size(); i++) {
        get(client, server);
        assertThat(exchange.error()).as("frame " + i).isEqualTo(ErrorKind.MALFORMED);
        assertThat(exchange.connectionOpened()).isTrue();
      }
    }
  }

  @Test
  void noMoreStreamsAreOpenedThanTheServerAllows() throws Exception {
    AtomicInteger atOnce = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    ExecutorService threads = Executors.newCachedThreadPool();
    try (ScriptedServer server =
            new ScriptedServer(
                (stream, connection, socket) -> {
                  most.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
                  threads.execute(() -> answerLater(stream, socket, atOnce));
                });
        Http2Connection client = new Http2Connection(server.target(), null, true)) {
      // The first request is what the server's settings are heard with.
      get(client, server);
      Future<?> other = threads.submit(() -> getMany(client, server));
      getMany(client, server);
      other.get();
      assertThat(server.connections()).isEqualTo(1);
      assertThat(most).hasValue(1);
    } finally {
      threads.shutdownNow();
    }
  }

  private static void answerLater(int stream, Socket socket, AtomicInteger atOnce) {
    try {
      TimeUnit.MILLISECONDS.sleep(5);
      atOnce.decrementAndGet();
      send(socket, ok(stream));
    } catch (InterruptedException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void getMany(Http2Connection client, ScriptedServer server) {
    HttpExchange own = new HttpExchange();
    for (int i = 0; i < 20; i++) {
      client.exchange(request(server), 20_000, own);
      assertThat(own.error()).isNull();
    }
  }

  private void get(Http2Connection client, ScriptedServer server) {
    client.exchange(request(server), 20_000, exchange);
  }

  private static RequestTemplate request(ScriptedServer server) {
    return new RequestTemplate(server.target(), "GET", "/", Map.of(), "");
  }
}
