package io.meshgauge.load.http;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads HTTP/1.1 responses (RFC 9112) without allocation: of the header it keeps the status and the
 * body's framing, of the body its length. For one connection and one thread.
 */
final class ResponseReader {

  private static final int INITIAL_BUFFER_BYTES = 8192;
  private static final int MAX_LINE_BYTES = 65_536;
  private static final int MAX_QUOTED_BYTES = 60;
  private static final long UNTIL_CLOSE = -1;
  private static final long CHUNKED = -2;

  private static final byte[] VERSION = ascii("http/1.");
  private static final byte[] LENGTH = ascii("content-length:");
  private static final byte[] CODING = ascii("transfer-encoding:");
  private static final byte[] CONNECTION = ascii("connection:");
  private static final byte[] CLOSE = ascii("close");
  private static final byte[] KEEP = ascii("keep-alive");
  private static final byte[] CHUNKS = ascii("chunked");

  private byte[] bytes = new byte[INITIAL_BUFFER_BYTES];
  private ByteBuffer view = ByteBuffer.wrap(bytes);
  private int next;
  private int end;
  private int lineStart;
  private int lineEnd;

  private int status;
  private long body;
  private boolean persistent;

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /**
   * Reads one response to its end.
   *
   * @param bodiless whether the response has no body regardless of its header
   * @param exchange receives the status, the time of the first byte and the body
   * @return whether the connection can be used for another request
   * @throws MalformedResponseException if the bytes are not a response
   * @throws EOFException if the peer ends the stream before the response is complete
   */
  boolean read(Wire wire, boolean bodiless, HttpExchange exchange) throws IOException {
    next = 0;
    end = 0;
    do {
      readHead(wire, exchange);
    } while (status < 200);
    exchange.status = status;
    if (!bodiless && status != 204 && status != 304) {
      readBody(wire, exchange);
    }
    // Excess bytes would be read as the next response.
    return persistent && next == end;
  }

  private void readHead(Wire wire, HttpExchange exchange) throws IOException {
    if (next == end) {
      more(wire);
    }
    exchange.firstByteNanos = System.nanoTime();
    readLine(wire);
    readStatusLine();
    body = UNTIL_CLOSE;
    readLine(wire);
    while (lineEnd > lineStart) {
      readField();
      readLine(wire);
    }
    if (body == UNTIL_CLOSE && status >= 200 && status != 204 && status != 304) {
      persistent = false;
    }
  }

  private void readStatusLine() throws MalformedResponseException {
    if (lineEnd - lineStart < 12 || !isAt(VERSION, lineStart)) {
      throw malformed("a status line such as 'HTTP/1.1 200 OK'");
    }
    persistent = bytes[lineStart + 7] != '0';
    status = 0;
    for (int i = lineStart + 9; i < lineStart + 12; i++) {
      status = status * 10 + digit(bytes[i], 10);
    }
  }

  private void readField() throws MalformedResponseException {
    // Two letters exclude nearly all other fields.
    int first = bytes[lineStart] | 0x20;
    if (first == 'c') {
      if (isAt(LENGTH, lineStart)) {
        readLength(lineStart + LENGTH.length);
      } else if (isAt(CONNECTION, lineStart)) {
        if (contains(CLOSE)) {
          persistent = false;
        } else if (contains(KEEP)) {
          persistent = true;
        }
      }
    } else if (first == 't' && isAt(CODING, lineStart) && contains(CHUNKS)) {
      body = CHUNKED;
    }
  }

  private void readLength(int from) throws MalformedResponseException {
    int at = from;
    while (at < lineEnd && (bytes[at] == ' ' || bytes[at] == '\t')) {
      at++;
    }
    long length = 0;
    int digits = 0;
    while (at < lineEnd && bytes[at] != ' ' && bytes[at] != '\t') {
      length = length * 10 + digit(bytes[at++], 10);
      digits++;
    }
    if (digits == 0 || digits > 18 || (body >= 0 && body != length)) {
      throw malformed("one length of the body in bytes");
    }
    if (body != CHUNKED) {
      body = length;
    }
  }

  private void readBody(Wire wire, HttpExchange exchange) throws IOException {
    if (body >= 0) {
      take(wire, body, exchange);
    } else if (body == CHUNKED) {
      takeChunks(wire, exchange);
    } else {
      takeUntilClose(wire, exchange);
    }
  }

  private void takeChunks(Wire wire, HttpExchange exchange) throws IOException {
    long size = chunkSize(wire);
    while (size > 0) {
      take(wire, size, exchange);
      readLine(wire);
      if (lineEnd != lineStart) {
        throw malformed("the end of a chunk");
      }
      size = chunkSize(wire);
    }
    do {
      readLine(wire);
    } while (lineEnd > lineStart);
  }

  private long chunkSize(Wire wire) throws IOException {
    readLine(wire);
    long size = 0;
    int at = lineStart;
    while (at < lineEnd && bytes[at] != ';' && bytes[at] != ' ') {
      size = size * 16 + digit(bytes[at++], 16);
    }
    if (at == lineStart || at - lineStart > 15) {
      throw malformed("the size of a chunk");
    }
    return size;
  }

  private void take(Wire wire, long length, HttpExchange exchange) throws IOException {
    long left = length;
    while (left > 0) {
      if (next == end) {
        more(wire);
      }
      int here = (int) Math.min(left, end - next);
      take(here, exchange);
      left -= here;
    }
  }

  private void takeUntilClose(Wire wire, HttpExchange exchange) throws IOException {
    do {
      take(end - next, exchange);
    } while (fill(wire) >= 0);
  }

  private void take(int length, HttpExchange exchange) {
    exchange.body.accept(bytes, next, length);
    exchange.bodyBytes += length;
    next += length;
  }

  /** Finds the next line, without its terminator: LF after an optional CR. */
  private void readLine(Wire wire) throws IOException {
    int scanned = 0;
    while (true) {
      for (int i = next + scanned; i < end; i++) {
        if (bytes[i] == '\n') {
          lineStart = next;
          lineEnd = i > next && bytes[i - 1] == '\r' ? i - 1 : i;
          next = i + 1;
          return;
        }
      }
      scanned = end - next;
      if (scanned > MAX_LINE_BYTES) {
        lineStart = next;
        lineEnd = end;
        throw malformed("a line of at most " + MAX_LINE_BYTES + " bytes");
      }
      more(wire);
    }
  }

  private void more(Wire wire) throws IOException {
    if (fill(wire) < 0) {
      throw new EOFException("the peer closed the connection before the response was complete");
    }
  }

  private int fill(Wire wire) throws IOException {
    if (next == end) {
      next = 0;
      end = 0;
    } else if (end == bytes.length) {
      makeRoom();
    }
    view.limit(bytes.length).position(end);
    int read = wire.read(view);
    end += Math.max(0, read);
    return read;
  }

  private void makeRoom() {
    byte[] roomy = next > 0 ? bytes : Arrays.copyOf(bytes, bytes.length * 2);
    System.arraycopy(bytes, next, roomy, 0, end - next);
    end -= next;
    next = 0;
    bytes = roomy;
    view = ByteBuffer.wrap(bytes);
  }

  private boolean contains(byte[] lower) {
    for (int i = lineStart; i <= lineEnd - lower.length; i++) {
      if (isAt(lower, i)) {
        return true;
      }
    }
    return false;
  }

  private boolean isAt(byte[] lower, int at) {
    if (lineEnd - at < lower.length) {
      return false;
    }
    for (int i = 0; i < lower.length; i++) {
      int letter = bytes[at + i];
      int folded = letter >= 'A' && letter <= 'Z' ? letter | 0x20 : letter;
      if (folded != lower[i]) {
        return false;
      }
    }
    return true;
  }

  private int digit(byte letter, int radix) throws MalformedResponseException {
    int value = Character.digit((char) (letter & 0xff), radix);
    if (value < 0) {
      throw malformed("a number");
    }
    return value;
  }

  private MalformedResponseException malformed(String expected) {
    int length = Math.min(MAX_QUOTED_BYTES, lineEnd - lineStart);
    String line = new String(bytes, lineStart, Math.max(0, length), StandardCharsets.ISO_8859_1);
    return new MalformedResponseException(
        "expected " + expected + " and got '" + line.replaceAll("\\p{Cntrl}", "?") + "'");
  }
}
