package io.meshgauge.load.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResponseReaderTest {

  private static final String HELLO = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";
  private static final String CHUNKS =
      "HTTP/1.1 200 OK\r\nX-Long: %s\r\ntransfer-encoding: Chunked\r\n\r\n"
              .formatted("x".repeat(20_000))
          + "5;a=b\r\nhello\r\nA\r\n, my world\r\n0\r\nTrailer: t\r\n\r\n";

  private final ResponseReader reader = new ResponseReader();
  private final HttpExchange exchange = new HttpExchange();

  @BeforeEach
  void keep() {
    exchange.keepBody(true);
    exchange.reset(0);
  }

  /** Sends a response a few bytes at a time, then ends the stream. */
  private record Script(ByteBuffer text, int step) implements Wire {
    Script(String text, int step) {
      this(ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1)), step);
    }

    @Override
    public void write(ByteBuffer bytes) {
      bytes.position(bytes.limit());
    }

    @Override
    public int read(ByteBuffer buffer) {
      int length = Math.min(step, Math.min(text.remaining(), buffer.remaining()));
      if (length == 0) {
        return -1;
      }
      buffer.put(text.slice().limit(length));
      text.position(text.position() + length);
      return length;
    }

    @Override
    public boolean isQuiet() {
      return !text.hasRemaining();
    }

    @Override
    public void close() {
      text.position(text.limit());
    }
  }

  private boolean read(String text) throws IOException {
    return reader.read(new Script(text, Integer.MAX_VALUE), false, exchange);
  }

  private String body() {
    return new String(exchange.body(), StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 64, 100_000})
  void howTheBytesArriveMakesNoDifference(int step) throws IOException {
    assertThat(reader.read(new Script(HELLO, step), false, exchange)).isTrue();
    assertThat(exchange.status()).isEqualTo(200);
    assertThat(body()).isEqualTo("hello");
    assertThat(exchange.firstByteNanos()).isNotZero();

    exchange.reset(0);
    assertThat(reader.read(new Script(CHUNKS, step), false, exchange)).isTrue();
    assertThat(body()).isEqualTo("hello, my world");
    assertThat(exchange.bodyBytes()).isEqualTo(15);
  }

  @Test
  void withoutALengthTheBodyEndsWithTheConnection() throws IOException {
    assertThat(read("HTTP/1.1 200 OK\r\nServer: x\r\n\r\nall of it")).isFalse();
    assertThat(body()).isEqualTo("all of it");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 204 No Content\r\n\r\n",
        "HTTP/1.1 304 Not Modified\r\nContent-Length: 99\r\n\r\n",
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.0 200 OK\r\nConnection: Keep-Alive\r\ncontent-length:0\r\n\r\n",
        "HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 200 bare line feeds\nContent-Length: 0\n\n"
      })
  void responsesWithoutABodyLeaveTheConnectionUsable(String text) throws IOException {
    assertThat(read(text)).isTrue();
    assertThat(exchange.bodyBytes()).isZero();
    assertThat(exchange.status()).isIn(200, 204, 304);
  }

  @Test
  void theAnswerToAHeadHasALengthAndNoBody() throws IOException {
    Script script = new Script("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n", 9);

    assertThat(reader.read(script, true, exchange)).isTrue();
    assertThat(exchange.bodyBytes()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\nHTTP/1.1 408 Too Late\r\n\r\n"
      })
  void aConnectionThatEndsOrSaysMoreThanItWasAskedIsNotUsedAgain(String text) throws IOException {
    assertThat(read(text)).isFalse();
    assertThat(exchange.status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "220 mail.example ESMTP\r\n\r\n",
        "HTTP/1.1 2x0 OK\r\n\r\n",
        "HTTP/2\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: \r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\nhello",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhelloworld\r\n"
      })
  void whatIsNoResponseIsMalformedAndQuoted(String text) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(MalformedResponseException.class)
        .hasMessageContaining("expected ");
  }

  @Test
  void aLineWithoutAnEndIsRefusedBeforeItFillsTheMemory() {
    assertThatThrownBy(() -> read("HTTP/1.1 200 OK\r\nX: " + "y".repeat(300_000)))
        .isInstanceOf(MalformedResponseException.class)
        .hasMessageContaining("65536");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "HTTP/1.1 2",
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhell",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n"
      })
  void prematureEndIsDistinguishedFromMalformedInput(String text) {
    assertThatThrownBy(() -> read(text)).isInstanceOf(EOFException.class);
  }
}
