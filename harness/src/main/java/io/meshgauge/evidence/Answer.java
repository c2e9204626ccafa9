package io.meshgauge.evidence;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * What came back when we spoke first on a connection.
 *
 * @param kind what the first bytes are; empty when none came
 * @param silent whether the other side neither answered nor hung up: it may still do either
 * @param words what happened
 */
record Answer(Optional<TrafficKind> kind, boolean silent, String words) {

  /** Sends the opening and reads the first bytes of the answer; failures become words. */
  static Answer to(byte[] opening, Socket socket) {
    try {
      socket.getOutputStream().write(opening);
      socket.getOutputStream().flush();
      return read(socket.getInputStream());
    } catch (SocketTimeoutException e) {
      return new Answer(Optional.empty(), true, "no answer within the time limit");
    } catch (IOException e) {
      return new Answer(Optional.empty(), false, String.valueOf(e.getMessage()));
    }
  }

  /** Whether it is HTTP that anybody can read. */
  boolean readable() {
    return kind.map(TrafficKind::readable).orElse(false);
  }

  private static Answer read(InputStream stream) throws IOException {
    byte[] buffer = new byte[4_096];
    int length = stream.read(buffer);
    if (length < 0) {
      return new Answer(Optional.empty(), false, "closed without an answer");
    }
    byte[] bytes = Arrays.copyOf(buffer, length);
    TrafficKind kind = ByteClassifier.classify(bytes, 0);
    String words =
        switch (kind) {
          case TLS -> "a TLS record (an alert)";
          case HTTP1 -> "answered in HTTP/1: " + firstLine(bytes);
          case HTTP2 -> "answered in HTTP/2 frames";
          case UNKNOWN -> length + " bytes that are no HTTP";
        };
    return new Answer(Optional.of(kind), false, words);
  }

  private static String firstLine(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    return text.lines().findFirst().orElse("");
  }
}
