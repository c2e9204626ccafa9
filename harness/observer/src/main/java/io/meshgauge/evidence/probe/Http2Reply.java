package io.meshgauge.evidence.probe;

import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/**
 * What the frames of an HTTP/2 server (RFC 9113) say to the one request we sent, on stream 1. Of
 * compressed fields only a status of 403 is read: that there is an answer, and whether it is a
 * refusal, is all that is asked.
 *
 * @param answered whether an answer has begun
 * @param over whether nothing that matters can follow
 * @param denied whether its body is a policy's refusal
 * @param forbidden whether its status is 403
 * @param hangUp why there is no answer and will be none; empty while there may be one
 * @param foreign what the bytes are when they are no HTTP/2
 */
record Http2Reply(
    boolean answered,
    boolean over,
    boolean denied,
    boolean forbidden,
    String hangUp,
    Optional<TrafficKind> foreign) {
  private static final int HEADER = 9;
  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int RST_STREAM = 3;
  private static final int GOAWAY = 7;
  private static final int END_STREAM = 1;
  private static final int OURS = 1;
  private static final int LARGEST_STREAM = 0x7fff_ffff;

  /** Flags of a frame of fields that put something else before them. */
  private static final int PADDED_OR_WEIGHED = 0x28;

  /** What the first three bits of a field say that sets the table's size. */
  private static final int TABLE_SIZE = 0x20;

  /** A field whose name is entry 8: to be remembered, not to be, never to be. */
  private static final Set<Byte> NAMED_STATUS = Set.of((byte) 0x48, (byte) 0x08, (byte) 0x18);

  private static final byte[] STATUS_403 = {3, '4', '0', '3'};
  private static final byte[] STATUS_403_HUFFMAN = {(byte) 0x83, 0x68, 0x0c, (byte) 0xff};

  /** Reads all that has come so far; a frame that is cut short is waited for. */
  static Http2Reply of(byte[] bytes) {
    Optional<TrafficKind> foreign = foreign(bytes);
    if (foreign.isPresent()) {
      return new Http2Reply(false, true, false, false, "", foreign);
    }
    boolean answered = false;
    boolean over = false;
    boolean denied = false;
    boolean forbidden = false;
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
        forbidden |= type == HEADERS && isForbidden(payload, bytes[at + 4]);
        over = denied || (bytes[at + 4] & END_STREAM) != 0;
      } else if (number(bytes, at + 5) == OURS && type == RST_STREAM && payload.length == 4) {
        over = true;
        hangUp = "the request's stream was reset, error " + number(payload, 0);
      } else if (type == GOAWAY && payload.length >= 8) {
        // A server that drains its connections still answers the streams that it has accepted.
        over = number(payload, 4) != 0 || (number(payload, 0) & LARGEST_STREAM) < OURS;
        hangUp = "the server said goodbye, error " + number(payload, 4);
      }
      at += HEADER + length(bytes, at);
    }
    return new Http2Reply(answered, over, denied, forbidden, hangUp, Optional.empty());
  }

  /** What it comes to; {@code otherwise} when the request was neither answered nor refused. */
  ProbeResponse orElse(ProbeResponse otherwise) {
    if (foreign.isPresent()) {
      return new ProbeResponse(foreign, false, false, "answered, but not in HTTP/2");
    }
    if (denied) {
      return new ProbeResponse(
          Optional.of(TrafficKind.HTTP2), false, true, "answered in HTTP/2: " + Refusal.WORDS);
    }
    if (answered) {
      String words = "answered the request in HTTP/2" + (forbidden ? ", status 403" : "");
      return new ProbeResponse(Optional.of(TrafficKind.HTTP2), false, false, words);
    }
    return hangUp.isEmpty() ? otherwise : ProbeResponse.none(hangUp);
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

  /**
   * Whether fields begin with {@code :status: 403}, which is none of HPACK's table: its name is
   * entry 8 there, and its three digits follow as they are or in its Huffman code.
   */
  private static boolean isForbidden(byte[] fields, byte flags) {
    if ((flags & PADDED_OR_WEIGHED) != 0) {
      return false;
    }
    int at = 0;
    while (at < fields.length && (fields[at] & 0xe0) == TABLE_SIZE) {
      at++;
    }
    return at < fields.length
        && NAMED_STATUS.contains(fields[at])
        && (begins(fields, at + 1, STATUS_403) || begins(fields, at + 1, STATUS_403_HUFFMAN));
  }

  private static boolean begins(byte[] bytes, int at, byte[] with) {
    return bytes.length >= at + with.length
        && Arrays.equals(bytes, at, at + with.length, with, 0, with.length);
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
