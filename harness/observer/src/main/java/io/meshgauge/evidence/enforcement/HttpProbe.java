package io.meshgauge.evidence.enforcement;

import io.meshgauge.evidence.probe.PlaintextProbe;
import io.meshgauge.evidence.probe.ProbeOpening;
import io.meshgauge.evidence.probe.ProbeResponse;
import io.meshgauge.evidence.probe.Refusal;
import io.meshgauge.evidence.probe.TlsClient;
import io.meshgauge.evidence.probe.Wire;
import io.meshgauge.experiment.change.Transition.Connections;
import io.meshgauge.experiment.change.Transition.Says;
import io.meshgauge.topology.Protocol;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * A client that sends one request after the other to the proxy before a service, and reads each
 * answer in full. Of HTTP/2 every request has a connection of its own.
 */
final class HttpProbe implements AutoCloseable {
  private static final int UNAVAILABLE = 500;
  private static final int MAX_BODY = 65_536;

  private final Wire wire;
  private final Connections connections;
  private final TlsClient client;
  private final Optional<SSLContext> tls;
  private @Nullable Socket socket;
  private @Nullable InputStream input;
  private volatile String words = "";

  /**
   * @param tls with the right credential of a caller; empty where the proxy expects plaintext
   */
  HttpProbe(Wire wire, Connections connections, TlsClient client, Optional<SSLContext> tls) {
    this.wire = wire;
    this.connections = connections;
    this.client = client;
    this.tls = tls;
  }

  Wire wire() {
    return wire;
  }

  Connections connections() {
    return connections;
  }

  /** What the latest answer was, for people. */
  String words() {
    return words;
  }

  /** Sends a request and waits for its answer. */
  Says ask() {
    try {
      return wire.hop().protocol() == Protocol.GRPC ? http2() : http1();
    } catch (IOException e) {
      close();
      words = String.valueOf(e.getMessage());
      return Says.WRONG;
    }
  }

  private Says http2() throws IOException {
    try (Socket fresh = connect()) {
      ProbeResponse answer =
          ProbeResponse.toHttp2(
              tls.isPresent()
                  ? ProbeOpening.question(wire.hop())
                  : ProbeOpening.plainQuestion(wire.hop()),
              new byte[0],
              fresh);
      words = answer.words();
      return answer.denied() ? Says.DENIED : answer.accepted() ? Says.ALLOWED : Says.WRONG;
    }
  }

  private Says http1() throws IOException {
    boolean kept = connections == Connections.KEPT;
    if (socket == null) {
      socket = connect();
      input = new BufferedInputStream(socket.getInputStream());
    }
    socket.getOutputStream().write(ProbeOpening.http1(wire.hop().probe(), kept));
    Answer answer = Answer.read(Objects.requireNonNull(input));
    words = "status %d".formatted(answer.status);
    if (!kept || answer.last) {
      close();
    }
    return answer.says();
  }

  private Socket connect() throws IOException {
    return tls.isPresent()
        ? client.connect(wire, tls.get())
        : PlaintextProbe.connect(wire.address());
  }

  @Override
  public void close() {
    try {
      if (socket != null) {
        socket.close();
      }
    } catch (IOException ignored) {
      // It is gone either way.
    }
    socket = null;
  }

  /**
   * An answer in HTTP/1.1.
   *
   * @param last whether the server closes the connection after it
   */
  private record Answer(int status, boolean last, String body) {
    Says says() {
      if (status == 403 && body.contains(Refusal.WORDS)) {
        return Says.DENIED;
      }
      return status < UNAVAILABLE ? Says.ALLOWED : Says.WRONG;
    }

    static Answer read(InputStream input) throws IOException {
      String first = line(input);
      if (!first.matches("HTTP/1\\.[01] \\d{3}.*")) {
        throw new IOException("no answer in HTTP/1: " + first);
      }
      int length = 0;
      boolean chunked = false;
      boolean last = first.startsWith("HTTP/1.0");
      for (String header = line(input); !header.isEmpty(); header = line(input)) {
        String lower = header.toLowerCase(Locale.ROOT);
        if (lower.startsWith("content-length:")) {
          length = Integer.parseInt(lower.substring(lower.indexOf(':') + 1).strip());
        }
        chunked |= lower.startsWith("transfer-encoding:") && lower.contains("chunked");
        last |= lower.startsWith("connection:") && lower.contains("close");
      }
      String body = chunked ? chunks(input) : bytes(input, length);
      return new Answer(Integer.parseInt(first.substring(9, 12)), last, body);
    }

    private static String chunks(InputStream input) throws IOException {
      StringBuilder all = new StringBuilder();
      while (true) {
        String size = line(input).replaceFirst(";.*", "").strip();
        int length = Integer.parseInt(size, 16);
        all.append(bytes(input, length));
        line(input);
        if (length == 0) {
          return all.toString();
        }
      }
    }

    private static String bytes(InputStream input, int length) throws IOException {
      if (length < 0 || length > MAX_BODY) {
        throw new IOException(
            "a body of %d bytes; expected at most %d".formatted(length, MAX_BODY));
      }
      byte[] body = input.readNBytes(length);
      if (body.length < length) {
        throw new EOFException("closed within an answer");
      }
      return new String(body, StandardCharsets.ISO_8859_1);
    }

    private static String line(InputStream input) throws IOException {
      StringBuilder line = new StringBuilder();
      for (int next = input.read(); next != '\n'; next = input.read()) {
        if (next < 0) {
          throw new EOFException("closed without an answer");
        }
        if (next != '\r') {
          line.append((char) next);
        }
      }
      return line.toString();
    }
  }
}
