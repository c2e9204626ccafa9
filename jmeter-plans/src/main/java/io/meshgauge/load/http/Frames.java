package io.meshgauge.load.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** The frames of HTTP/2 as bytes: RFC 9113, sections 4.1 and 6. */
final class Frames {

  static final int DATA = 0;
  static final int HEADERS = 1;
  static final int RESET = 3;
  static final int SETTINGS = 4;
  static final int PUSH = 5;
  static final int PING = 6;
  static final int GO_AWAY = 7;
  static final int WINDOW = 8;
  static final int CONTINUATION = 9;

  /** Flags; the first one means "acknowledged" in SETTINGS and PING. */
  static final int END_STREAM = 1;

  static final int ACK = 1;
  static final int END_HEADERS = 4;
  static final int PADDED = 8;
  static final int PRIORITY = 32;

  static final int SETTING_TABLE_SIZE = 1;
  static final int SETTING_PUSH = 2;
  static final int SETTING_STREAMS = 3;
  static final int SETTING_WINDOW = 4;

  /** The error code of a cancelled stream. */
  static final int CANCEL = 8;

  static final int HEAD_BYTES = 9;

  /** Default limit of a frame's payload in both directions. */
  static final int MAX_FRAME_BYTES = 16_384;

  static final int INITIAL_WINDOW = 65_535;
  static final int MAX_WINDOW = Integer.MAX_VALUE;
  static final int TABLE_SIZE = 4096;

  private static final String[] ERRORS = {
    "NO_ERROR",
    "PROTOCOL_ERROR",
    "INTERNAL_ERROR",
    "FLOW_CONTROL_ERROR",
    "SETTINGS_TIMEOUT",
    "STREAM_CLOSED",
    "FRAME_SIZE_ERROR",
    "REFUSED_STREAM",
    "CANCEL",
    "COMPRESSION_ERROR",
    "CONNECT_ERROR",
    "ENHANCE_YOUR_CALM",
    "INADEQUATE_SECURITY",
    "HTTP_1_1_REQUIRED"
  };

  private Frames() {}

  /** Puts the head of a frame into a buffer. */
  static void head(ByteBuffer out, int length, int type, int flags, int stream) {
    out.putInt((length << 8) | type).put((byte) flags).putInt(stream);
  }

  /** A frame of whole numbers. */
  static byte[] numbers(int type, int stream, int... numbers) {
    int length = numbers.length * Integer.BYTES;
    ByteBuffer frame = ByteBuffer.allocate(HEAD_BYTES + length);
    head(frame, length, type, 0, stream);
    for (int number : numbers) {
      frame.putInt(number);
    }
    return frame.array();
  }

  /** The acknowledgement of a SETTINGS or PING frame, with its payload. */
  static byte[] acknowledgement(int type, ByteBuffer payload) {
    ByteBuffer frame = ByteBuffer.allocate(HEAD_BYTES + payload.remaining());
    head(frame, payload.remaining(), type, ACK, 0);
    return frame.put(payload).array();
  }

  /** The client preface: no pushes, and windows wide enough never to block the server. */
  static byte[] preface() {
    byte[] magic = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    ByteBuffer out = ByteBuffer.allocate(magic.length + 2 * HEAD_BYTES + 12 + Integer.BYTES);
    out.put(magic);
    head(out, 12, SETTINGS, 0, 0);
    out.putShort((short) SETTING_PUSH).putInt(0);
    out.putShort((short) SETTING_WINDOW).putInt(MAX_WINDOW);
    return out.put(numbers(WINDOW, 0, MAX_WINDOW - INITIAL_WINDOW)).array();
  }

  /** An error code in magic. */
  static String error(int code) {
    return code >= 0 && code < ERRORS.length ? ERRORS[code] : "error " + code;
  }
}
