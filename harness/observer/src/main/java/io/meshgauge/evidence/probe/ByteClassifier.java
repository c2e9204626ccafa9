package io.meshgauge.evidence.probe;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * Tells what the bytes at the start of a chunk are, from their framing alone.
 *
 * <p>TLS: a record header (RFC 8446, section 5.1). HTTP/1: a request or status line (RFC 9112).
 * HTTP/2: the preface, or a chain of frames that obey their types' rules (RFC 9113, section 6) up
 * to the end of the chunk. iperf3 with {@code --repeating-payload}: the digits from 0 to 9, again
 * and again.
 */
public final class ByteClassifier {
  /** Length of a TLS record header. */
  public static final int TLS_HEADER = 5;

  private static final int TLS_LONGEST_RECORD = 16_384 + 2_048;
  private static final int ENOUGH_DIGITS = 20;
  private static final int FRAME_HEADER = 9;
  private static final int LONGEST_FRAME = 1 << 20;
  private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\n";
  private static final Pattern HTTP1 =
      Pattern.compile("^(HTTP/1\\.[01] \\d{3}|[A-Z]{3,10} [^ \\r\\n]+ HTTP/1\\.[01]\\r\\n)");

  /** The flags a frame type may carry, by type from DATA to CONTINUATION. */
  private static final int[] FLAGS = {0x09, 0x2d, 0, 0, 0x01, 0x04, 0x01, 0, 0, 0x04};

  private ByteClassifier() {}

  /** What the bytes from {@code offset} on are. */
  public static TrafficKind classify(byte[] bytes, int offset) {
    if (tlsRecordLength(bytes, offset) >= 0) {
      return TrafficKind.TLS;
    }
    int length = Math.min(bytes.length - offset, 2_048);
    String text = new String(bytes, offset, length, StandardCharsets.ISO_8859_1);
    if (text.startsWith(PREFACE)) {
      return TrafficKind.HTTP2;
    }
    if (HTTP1.matcher(text).find()) {
      return TrafficKind.HTTP1;
    }
    if (digits(bytes, offset)) {
      return TrafficKind.IPERF;
    }
    return frames(bytes, offset) ? TrafficKind.HTTP2 : TrafficKind.UNKNOWN;
  }

  /**
   * Where the first TLS record begins in a chunk that starts in the middle of one. Five bytes may
   * look like a header by chance; so the record must lead to another header in the same chunk.
   *
   * @return -1 when there are no two such records
   */
  public static int tlsRecordWithin(byte[] bytes) {
    for (int at = 0; at + TLS_HEADER < bytes.length; at++) {
      int length = tlsRecordLength(bytes, at);
      if (length >= 0 && tlsRecordLength(bytes, at + TLS_HEADER + length) >= 0) {
        return at;
      }
    }
    return -1;
  }

  private static boolean digits(byte[] bytes, int offset) {
    if (bytes.length - offset < ENOUGH_DIGITS) {
      return false;
    }
    for (int i = offset; i < offset + ENOUGH_DIGITS; i++) {
      boolean next = i == offset || bytes[i] == '0' + (bytes[i - 1] - '0' + 1) % 10;
      if (bytes[i] < '0' || bytes[i] > '9' || !next) {
        return false;
      }
    }
    return true;
  }

  /**
   * The length of the TLS record that starts at {@code offset}, header excluded.
   *
   * @return -1 when no TLS record starts there
   */
  public static int tlsRecordLength(byte[] bytes, int offset) {
    if (bytes.length - offset < TLS_HEADER) {
      return -1;
    }
    int type = bytes[offset] & 0xff;
    int length = (bytes[offset + 3] & 0xff) << 8 | (bytes[offset + 4] & 0xff);
    boolean header =
        type >= 20 && type <= 23 && bytes[offset + 1] == 3 && (bytes[offset + 2] & 0xff) <= 4;
    return header && length > 0 && length <= TLS_LONGEST_RECORD ? length : -1;
  }

  private static boolean frames(byte[] bytes, int offset) {
    int at = offset;
    while (at < bytes.length) {
      if (bytes.length - at < FRAME_HEADER) {
        // A header cut by the chunk's end convinces only behind a whole frame.
        return at > offset;
      }
      if (!frame(bytes, at)) {
        return false;
      }
      at += FRAME_HEADER + frameLength(bytes, at);
    }
    return at > offset;
  }

  private static boolean frame(byte[] bytes, int at) {
    int length = frameLength(bytes, at);
    int type = bytes[at + 3] & 0xff;
    int flags = bytes[at + 4] & 0xff;
    int stream =
        (bytes[at + 5] & 0xff) << 24
            | (bytes[at + 6] & 0xff) << 16
            | (bytes[at + 7] & 0xff) << 8
            | (bytes[at + 8] & 0xff);
    if (length > LONGEST_FRAME
        || type >= FLAGS.length
        || (flags & ~FLAGS[type]) != 0
        || stream < 0) {
      return false;
    }
    return switch (type) {
      case 0, 1, 5, 9 -> stream > 0; // DATA, HEADERS, PUSH_PROMISE, CONTINUATION
      case 2 -> stream > 0 && length == 5; // PRIORITY
      case 3 -> stream > 0 && length == 4; // RST_STREAM
      case 4 -> stream == 0 && length % 6 == 0; // SETTINGS
      case 6 -> stream == 0 && length == 8; // PING
      case 7 -> stream == 0 && length >= 8; // GOAWAY
      default -> length == 4; // WINDOW_UPDATE
    };
  }

  private static int frameLength(byte[] bytes, int at) {
    return (bytes[at] & 0xff) << 16 | (bytes[at + 1] & 0xff) << 8 | (bytes[at + 2] & 0xff);
  }
}
