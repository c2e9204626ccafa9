package io.meshgauge.evidence;

import java.util.Arrays;
import java.util.Optional;

/**
 * What the frames of an HTTP/2 server (RFC 9113) say to the one request we sent, on stream 1.
 * Compressed fields are not read: that there is an answer, and whether its body is a refusal, is
 * all that is asked.
 *
 * @param answered whether an answer has begun
 * @param over whether nothing that matters can follow
 * @param denied whether its body is a policy's refusal
 * @param hangUp why there is no answer and will be none; empty while there may be one
 * @param foreign what the bytes are when they are no HTTP/2
 */
record Http2Reply(
    boolean answered, boolean over, boolean denied, String hangUp, Optional<TrafficKind> foreign) {
  private static final int HEADER = 9;
  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int RST_STREAM = 3;
  private static final int GOAWAY = 7;
  private static final int END_STREAM = 1;
  private static final int OURS = 1;

  /** Reads all that has come so far; a frame that is cut short is waited for. */
  static Http2Reply of(byte[] bytes) {
    Optional<TrafficKind> foreign = foreign(bytes);
    if (foreign.isPresent()) {
      return new Http2Reply(false, true, false, "", foreign);
    }
    boolean answered = false;
    boolean over = false;
    boolean denied = false;
    String hangUp = "";
    int at = 0;
    while (!over
        && at + HEADER <= bytes.length
        && at + HEADER + length(bytes, at) <= bytes.length) {
      int type = bytes[at + 3] & 0xff;
      byte[] payload = Arrays.copyOfRange(bytes, at + HEADER, at + HEADER + length(bytes, at));
      if (number(bytes, at + 5) == OURS && (type == DATA || type == HEADERS)) {
        answered = true;
        denied |= type == DATA && Refusal.in(payload);
        over = denied || (bytes[at + 4] & END_STREAM) != 0;
      } else if (number(bytes, at + 5) == OURS && type == RST_STREAM && payload.length == 4) {
        over = true;
        hangUp = "the request's stream was reset, error " + number(payload, 0);
      } else if (type == GOAWAY && payload.length >= 8) {
        over = true;
        hangUp = "the server said goodbye, error " + number(payload, 4);
      }
      at += HEADER + length(bytes, at);
    }
    return new Http2Reply(answered, over, denied, hangUp, Optional.empty());
  }

  /** What it comes to; {@code otherwise} when the request was neither answered nor refused. */
  Answer orElse(Answer otherwise) {
    if (foreign.isPresent()) {
      return new Answer(foreign, false, false, "answered, but not in HTTP/2");
    }
    if (denied) {
      return new Answer(
          Optional.of(TrafficKind.HTTP2), false, true, "answered in HTTP/2: " + Refusal.WORDS);
    }
    if (answered) {
      return new Answer(
          Optional.of(TrafficKind.HTTP2), false, false, "answered the request in HTTP/2");
    }
    return hangUp.isEmpty() ? otherwise : Answer.none(hangUp);
  }

  private static Optional<TrafficKind> foreign(byte[] bytes) {
    if (bytes.length < HEADER) {
      return Optional.empty();
    }
    TrafficKind kind = ByteClassifier.classify(bytes, 0);
    // A first frame that has not wholly come is HTTP/2 all the same.
    return kind == TrafficKind.HTTP1 || kind == TrafficKind.TLS
        ? Optional.of(kind)
        : Optional.empty();
  }

  private static int length(byte[] bytes, int at) {
    return (bytes[at] & 0xff) << 16 | (bytes[at + 1] & 0xff) << 8 | (bytes[at + 2] & 0xff);
  }

  private static int number(byte[] bytes, int at) {
    return (bytes[at] & 0xff) << 24
        | (bytes[at + 1] & 0xff) << 16
        | (bytes[at + 2] & 0xff) << 8
        | (bytes[at + 3] & 0xff);
  }
}
