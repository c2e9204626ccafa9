package io.meshgauge.evidence.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Protocol;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** What a server's bytes come to, Envoy's refusals among them. */
class ProbeResponseTest {
  private static final Hop CALLS = new Hop("web", "prices", Protocol.GRPC);
  private static final Hop REQUESTS = new Hop("load", "web", Protocol.HTTP1);

  private static final byte[] SETTINGS = {0, 0, 6, 4, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 100};
  private static final String DENIAL =
      "HTTP/1.1 403 Forbidden\r\ncontent-length: 19\r\ncontent-type: text/plain\r\n"
          + "server: istio-envoy\r\nconnection: close\r\n\r\n";

  @Test
  void anAnswerThatAPolicyRefusesIsReadableButNoAcceptance() {
    ProbeResponse answer = http1(DENIAL + "RBAC: access denied");
    assertThat(answer.readable()).isTrue();
    assertThat(answer.denied()).isTrue();
    assertThat(answer.accepted()).isFalse();
    assertThat(answer.words())
        .isEqualTo("answered in HTTP/1: HTTP/1.1 403 Forbidden, RBAC: access denied");
  }

  @Test
  void theReasonMayComeBehindTheStatus() {
    assertThat(http1(DENIAL, "RBAC: acc", "ess denied").denied()).isTrue();
  }

  @Test
  void aServicesOwn403IsAnAnswer() {
    ProbeResponse answer = http1(DENIAL + "{\"error\":\"customers only\"}");
    assertThat(answer.accepted()).isTrue();
    assertThat(http1("HTTP/1.1 200 OK\r\n\r\nRBAC: access denied").accepted())
        .as("words alone")
        .isTrue();
  }

  @Test
  void aStatusOf403IsReadOfBothVersionsOfHttp() {
    assertThat(http1("HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n").forbidden()).isTrue();
    assertThat(http1("HTTP/1.1 404 Not Found\r\ncontent-length: 403\r\n\r\n").forbidden())
        .isFalse();
    byte[] huffman = {0x48, (byte) 0x83, 0x68, 0x0c, (byte) 0xff, (byte) 0x88};
    byte[] plain = {0x20, 0x08, 3, '4', '0', '3'};
    byte[] other = {0x08, 3, '4', '0', '5'};
    assertThat(http2(SETTINGS, frame(1, 5, 1, huffman)).forbidden()).isTrue();
    assertThat(http2(SETTINGS, frame(1, 5, 1, plain)).forbidden()).isTrue();
    assertThat(http2(SETTINGS, frame(1, 5, 1, other)).forbidden()).isFalse();
    assertThat(http2(SETTINGS, frame(1, 5, 1, new byte[] {(byte) 0x8d})).forbidden())
        .as("404")
        .isFalse();
    assertThat(http2(SETTINGS).forbidden()).as("no answer to the request").isFalse();
  }

  @Test
  void whoIsSentToTlsWasNotServed() {
    ProbeResponse sent =
        http1(
            "HTTP/1.1 301 Moved Permanently\r\nDate: today\r\n"
                + "Location: https://meshgauge:8443/meshgauge-probe\r\nContent-Length: 17\r\n\r\nMoved Permanently");
    assertThat(sent.redirectedToTls()).isTrue();
    assertThat(sent.words())
        .isEqualTo(
            "answered in HTTP/1: HTTP/1.1 301 Moved Permanently, which sends us to https://meshgauge:8443/meshgauge-probe");
    assertThat(http1("HTTP/1.1 302 Found\r\nLocation: http://elsewhere/\r\n\r\n").redirectedToTls())
        .as("to another address without TLS")
        .isFalse();
    assertThat(http1("HTTP/1.1 200 OK\r\nLocation: https://elsewhere/\r\n\r\n").redirectedToTls())
        .as("with an answer")
        .isFalse();
    assertThat(http1("HTTP/1.1 404 Not Found\r\n\r\n").redirectedToTls()).isFalse();
  }

  @Test
  void http2AnswersTheRequestOnItsStream() {
    ProbeResponse answer =
        http2(SETTINGS, frame(1, 4, 1, new byte[] {(byte) 0x8d}), data("none here"));
    assertThat(answer.accepted()).isTrue();
    assertThat(answer.words()).isEqualTo("answered the request in HTTP/2");
  }

  @Test
  void http2RefusesInTheBody() {
    ProbeResponse answer =
        http2(SETTINGS, frame(1, 4, 1, new byte[] {(byte) 0x8d}), data("RBAC: access denied"));
    assertThat(answer.denied()).isTrue();
    assertThat(answer.accepted()).isFalse();
  }

  @Test
  void aServerThatDrainsItsConnectionsStillAnswers() {
    byte[] drain = frame(7, 0, 0, new byte[] {0x7f, -1, -1, -1, 0, 0, 0, 0});
    byte[] refused = frame(0, 1, 1, Refusal.WORDS.getBytes(StandardCharsets.US_ASCII));

    assertThat(http2(SETTINGS, drain, refused).denied()).isTrue();
    assertThat(http2(SETTINGS, drain).words()).contains("goodbye, error 0");
    byte[] before = frame(7, 0, 0, new byte[8]);
    assertThat(http2(SETTINGS, before, refused).accepted()).as("our stream is too late").isFalse();
  }

  @Test
  void aResetStreamAndAGoodbyeAreNoAnswers() {
    byte[] refusedStream = {0, 0, 0, 7};
    ProbeResponse reset = http2(SETTINGS, frame(3, 0, 1, refusedStream));
    assertThat(reset.accepted()).isFalse();
    assertThat(reset.words()).contains("reset, error 7");
    ProbeResponse goodbye = http2(SETTINGS, frame(7, 0, 0, new byte[] {0, 0, 0, 0, 0, 0, 0, 2}));
    assertThat(goodbye.accepted()).isFalse();
    assertThat(goodbye.words()).contains("goodbye, error 2");
  }

  @Test
  void settingsAloneAreNoAnswerToARequest() {
    ProbeResponse answer = http2(SETTINGS);
    assertThat(answer.accepted()).isFalse();
    assertThat(answer.words()).isEqualTo("closed without an answer to the request");
  }

  @Test
  void whatTheServerSaidBeforeWeSpokeBelongsToTheAnswer() {
    ProbeResponse answer =
        ProbeResponse.toHttp2(
            ProbeOpening.question(CALLS),
            SETTINGS,
            new Script(frame(1, 5, 1, new byte[] {(byte) 0x88})));
    assertThat(answer.accepted()).isTrue();
  }

  @Test
  void aServerThatSpeaksNoHttp2Says() {
    assertThat(http2("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII)))
        .satisfies(it -> assertThat(it.words()).contains("not in HTTP/2"));
  }

  private static ProbeResponse http1(String... parts) {
    byte[][] bytes = new byte[parts.length][];
    for (int i = 0; i < parts.length; i++) {
      bytes[i] = parts[i].getBytes(StandardCharsets.US_ASCII);
    }
    return ProbeResponse.to(ProbeOpening.question(REQUESTS), new Script(bytes));
  }

  private static ProbeResponse http2(byte[]... frames) {
    return ProbeResponse.toHttp2(ProbeOpening.question(CALLS), new byte[0], new Script(frames));
  }

  private static byte[] data(String text) {
    return frame(0, 1, 1, text.getBytes(StandardCharsets.US_ASCII));
  }

  private static byte[] frame(int type, int flags, int stream, byte[] payload) {
    ByteArrayOutputStream frame = new ByteArrayOutputStream();
    frame.writeBytes(
        new byte[] {
          0, 0, (byte) payload.length, (byte) type, (byte) flags, 0, 0, 0, (byte) stream
        });
    frame.writeBytes(payload);
    return frame.toByteArray();
  }

  /** A connection whose server says prepared chunks, one per read, and hangs up. */
  private static final class Script extends Socket {
    private final byte[][] chunks;
    private int next;

    Script(byte[]... chunks) {
      this.chunks = chunks;
    }

    @Override
    public OutputStream getOutputStream() {
      return OutputStream.nullOutputStream();
    }

    @Override
    public InputStream getInputStream() {
      return new InputStream() {
        @Override
        public int read() {
          throw new UnsupportedOperationException();
        }

        @Override
        public int read(byte[] buffer, int offset, int length) {
          return next == chunks.length
              ? -1
              : new ByteArrayInputStream(chunks[next++]).read(buffer, offset, length);
        }
      };
    }
  }
}
