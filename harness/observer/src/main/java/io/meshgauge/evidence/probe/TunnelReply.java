package io.meshgauge.evidence.probe;

import java.util.Arrays;
import java.util.Optional;

/**
 * What an HTTP/2 server (RFC 9113) says to our one request for a tunnel, on stream 1. Of its
 * compressed fields the first is read, which is the status (RFC 7541).
 *
 * @param status of the answer; 0 when there was none
 * @param words what happened
 */
record TunnelReply(int status, String words) {
  private static final int HEADER = 9;
  private static final int HEADERS = 1;
  private static final int RST_STREAM = 3;
  private static final int GOAWAY = 7;
  private static final int OURS = 1;
  private static final int OPENED = 200;

  /** Flags of a HEADERS frame: what stands before its fields. */
  private static final int PADDED = 0x08;

  private static final int PRIORITY = 0x20;

  /** The statuses that have a number of their own, from 8 on. */
  private static final int[] INDEXED = {200, 204, 206, 304, 400, 404, 500};

  private static final int FIRST_INDEXED = 8;

  /** Reads all that has come so far; empty while neither an answer nor a goodbye is in it. */
  static Optional<TunnelReply> of(byte[] bytes) {
    int at = 0;
    while (at + HEADER <= bytes.length && at + HEADER + length(bytes, at) <= bytes.length) {
      int type = bytes[at + 3] & 0xff;
      int flags = bytes[at + 4] & 0xff;
      byte[] payload = Arrays.copyOfRange(bytes, at + HEADER, at + HEADER + length(bytes, at));
      boolean ours = number(bytes, at + 5) == OURS;
      if (ours && type == HEADERS) {
        int status = status(payload, flags);
        return Optional.of(
            new TunnelReply(
                status,
                status == OPENED
                    ? "opened the tunnel"
                    : "refused the tunnel with status "
                        + (status == 0 ? "unknown" : Integer.toString(status))));
      }
      if (ours && type == RST_STREAM && payload.length == 4) {
        return Optional.of(
            new TunnelReply(0, "the tunnel's stream was reset, error " + number(payload, 0)));
      }
      if (type == GOAWAY && payload.length >= 8) {
        return Optional.of(
            new TunnelReply(0, "the server said goodbye, error " + number(payload, 4)));
      }
      at += HEADER + length(bytes, at);
    }
    return Optional.empty();
  }

  /** What it comes to; {@code otherwise} when there was neither an answer nor a goodbye. */
  static ProbeResponse answer(byte[] bytes, ProbeResponse otherwise) {
    return of(bytes).map(TunnelReply::toAnswer).orElse(otherwise);
  }

  private ProbeResponse toAnswer() {
    return status == 0 && !words.startsWith("refused")
        ? ProbeResponse.none(words)
        : new ProbeResponse(Optional.of(TrafficKind.HTTP2), false, status != OPENED, words);
  }

  /** The first field of an answer; 0 when it is not written as a status can be. */
  private static int status(byte[] payload, int flags) {
    int at = ((flags & PADDED) == 0 ? 0 : 1) + ((flags & PRIORITY) == 0 ? 0 : 5);
    // A change of the table's size may come first.
    while (at < payload.length && (payload[at] & 0xe0) == 0x20) {
      at++;
    }
    if (at >= payload.length) {
      return 0;
    }
    int first = payload[at] & 0xff;
    if ((first & 0x80) != 0) {
      int index = (first & 0x7f) - FIRST_INDEXED;
      return index >= 0 && index < INDEXED.length ? INDEXED[index] : 0;
    }
    // A literal, whose name is one of the same numbers; with or without a place in the table.
    int name = (first & 0x40) != 0 ? first & 0x3f : first & 0x0f;
    boolean named = name >= FIRST_INDEXED && name < FIRST_INDEXED + INDEXED.length;
    if (!named || at + 1 >= payload.length) {
      return 0;
    }
    int length = payload[at + 1] & 0x7f;
    byte[] value = Arrays.copyOfRange(payload, at + 2, Math.min(payload.length, at + 2 + length));
    return (payload[at + 1] & 0x80) != 0 ? huffman(value) : digits(value);
  }

  private static int digits(byte[] text) {
    int number = 0;
    for (byte digit : text) {
      if (digit < '0' || digit > '9') {
        return 0;
      }
      number = number * 10 + (digit - '0');
    }
    return number;
  }

  /** Digits in HPACK's Huffman code: 0 to 2 have five bits, 3 to 9 have six. */
  private static int huffman(byte[] code) {
    int number = 0;
    int bits = code.length * 8;
    int at = 0;
    for (int read = 0; read < 3; read++) {
      if (at + 5 > bits) {
        return 0;
      }
      int five = bits(code, at, 5);
      if (five <= 2) {
        number = number * 10 + five;
        at += 5;
        continue;
      }
      int six = at + 6 > bits ? 0 : bits(code, at, 6);
      int digit = six - 0x19 + 3;
      if (digit < 3 || digit > 9) {
        return 0;
      }
      number = number * 10 + digit;
      at += 6;
    }
    return number;
  }

  private static int bits(byte[] code, int from, int count) {
    int value = 0;
    for (int i = from; i < from + count; i++) {
      value = value << 1 | (code[i / 8] >> (7 - i % 8) & 1);
    }
    return value;
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
