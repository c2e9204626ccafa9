package io.meshgauge.load.http;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http2.hpack.HPackDecoder;
import org.apache.hc.core5.http2.hpack.HPackException;
import org.apache.hc.core5.util.ByteArrayBuffer;

/**
 * The receiving half of an HTTP/2 connection: parses frames and reports them to a listener. For one
 * thread at a time.
 */
final class Http2Inbox {

  private static final int MAX_HEADER_BYTES = 1 << 20;
  private static final int PRIORITY_BYTES = 5;
  private static final int LOW_WINDOW = Frames.MAX_WINDOW / 2;

  private final TimedWire wire;
  private final Listener listener;
  private final HPackDecoder decoder =
      new HPackDecoder(Frames.TABLE_SIZE, StandardCharsets.US_ASCII);
  private final ByteBuffer in = ByteBuffer.allocate(4 * Frames.MAX_FRAME_BYTES);
  private final ByteArrayBuffer block = new ByteArrayBuffer(256);
  private boolean greeted;
  private int blockStream;
  private boolean blockEnds;
  private int unreturned;
  private long arrivedNanos;

  /** Receives parsed frames; times are {@link System#nanoTime()} readings of their arrival. */
  interface Listener {

    /** A response's header, or with status 0 its trailers. */
    void head(int stream, int status, boolean end, long nanos);

    /** A part of a body. */
    void data(int stream, ByteBuffer part, boolean end, long nanos);

    /** A stream was reset. */
    void reset(int stream, int error);

    /** The peer accepts no new streams and did not process those after the last. */
    void goAway(int lastStream, int error);

    /** A setting of the peer. */
    void setting(int name, int value);

    /** The peer increased the window of that stream, or with 0 of the connection. */
    void widen(int stream, int bytes);

    /** A frame to be sent in response. */
    void reply(byte[] frame);
  }

  Http2Inbox(TimedWire wire, Listener listener) {
    this.wire = wire;
    this.listener = listener;
    decoder.setMaxListSize(MAX_HEADER_BYTES);
  }

  /** When the last bytes arrived. */
  long arrivedNanos() {
    return arrivedNanos;
  }

  /** Waits for bytes as long as the wire is open. */
  void fill() throws IOException {
    came(wire.read(in));
  }

  /** Waits for bytes, but no longer than that. */
  void fill(int millis) throws IOException {
    came(wire.read(in, millis));
  }

  /** Reads available bytes without waiting. */
  void fillNow() throws IOException {
    came(wire.readNow(in));
  }

  private void came(int bytes) throws EOFException {
    if (bytes < 0) {
      throw new EOFException("the peer ended the connection");
    }
    if (bytes > 0) {
      arrivedNanos = System.nanoTime();
    }
  }

  /** Reports every complete frame. */
  void dispatch() throws IOException {
    in.flip();
    while (in.remaining() >= Frames.HEAD_BYTES) {
      int start = in.position();
      int first = in.getInt(start);
      int length = first >>> 8;
      checkStart(length, first & 0xff);
      if (in.remaining() < Frames.HEAD_BYTES + length) {
        break;
      }
      int flags = in.get(start + 4) & 0xff;
      int stream = in.getInt(start + 5) & Integer.MAX_VALUE;
      ByteBuffer payload = in.slice(start + Frames.HEAD_BYTES, length);
      in.position(start + Frames.HEAD_BYTES + length);
      frame(first & 0xff, flags, stream, payload);
    }
    in.compact();
  }

  private void checkStart(int length, int type) throws MalformedResponseException {
    if (length > Frames.MAX_FRAME_BYTES || (!greeted && type != Frames.SETTINGS)) {
      byte[] start = new byte[Math.min(in.remaining(), 40)];
      in.get(in.position(), start);
      throw new MalformedResponseException(
          "Not HTTP/2: a frame of type %d and %d bytes, beginning with '%s'"
              .formatted(type, length, new String(start, StandardCharsets.ISO_8859_1).strip()));
    }
    greeted = true;
  }

  private void frame(int type, int flags, int stream, ByteBuffer payload) throws IOException {
    if (blockStream != 0 && (type != Frames.CONTINUATION || stream != blockStream)) {
      throw new MalformedResponseException("A header block was interrupted by another frame");
    }
    if (payload.remaining() < shortest(type)) {
      throw new MalformedResponseException("A frame of type " + type + " is too short");
    }
    switch (type) {
      case Frames.DATA -> data(flags, stream, payload);
      case Frames.HEADERS -> headers(flags, stream, payload);
      case Frames.CONTINUATION -> continuation(flags, stream, payload);
      case Frames.RESET -> listener.reset(stream, payload.getInt());
      case Frames.SETTINGS -> settings(flags, payload);
      case Frames.PUSH ->
          throw new MalformedResponseException("A push, although pushes are disabled");
      case Frames.PING -> ping(flags, payload);
      case Frames.GO_AWAY ->
          listener.goAway(payload.getInt() & Integer.MAX_VALUE, payload.getInt());
      case Frames.WINDOW -> listener.widen(stream, payload.getInt() & Integer.MAX_VALUE);
      default -> {
        // Extensions are to be ignored.
      }
    }
  }

  private static int shortest(int type) {
    return switch (type) {
      case Frames.RESET, Frames.WINDOW -> 4;
      case Frames.PING, Frames.GO_AWAY -> 8;
      default -> 0;
    };
  }

  private void data(int flags, int stream, ByteBuffer payload) throws IOException {
    unreturned += payload.remaining();
    if (unreturned > LOW_WINDOW) {
      listener.reply(Frames.numbers(Frames.WINDOW, 0, unreturned));
      unreturned = 0;
    }
    listener.data(stream, unpadded(flags, payload), (flags & Frames.END_STREAM) != 0, arrivedNanos);
  }

  private void headers(int flags, int stream, ByteBuffer payload) throws IOException {
    ByteBuffer part = unpadded(flags, payload);
    if ((flags & Frames.PRIORITY) != 0) {
      part.position(Math.min(part.limit(), part.position() + PRIORITY_BYTES));
    }
    boolean end = (flags & Frames.END_STREAM) != 0;
    if ((flags & Frames.END_HEADERS) != 0) {
      decoded(stream, part, end);
      return;
    }
    blockStream = stream;
    blockEnds = end;
    block.clear();
    append(part);
  }

  private void continuation(int flags, int stream, ByteBuffer payload) throws IOException {
    if (blockStream == 0) {
      throw new MalformedResponseException("A CONTINUATION frame without a header block");
    }
    append(payload);
    if ((flags & Frames.END_HEADERS) != 0) {
      blockStream = 0;
      decoded(stream, ByteBuffer.wrap(block.array(), 0, block.length()), blockEnds);
    }
  }

  private void append(ByteBuffer part) throws MalformedResponseException {
    if (block.length() + part.remaining() > MAX_HEADER_BYTES) {
      throw new MalformedResponseException("A response's head is longer than 1 MiB");
    }
    block.append(part.array(), part.arrayOffset() + part.position(), part.remaining());
  }

  private void decoded(int stream, ByteBuffer head, boolean end) throws IOException {
    int status = 0;
    try {
      // Also for streams that have ended, because later header blocks refer to it.
      List<Header> fields = decoder.decodeHeaders(head);
      if (!fields.isEmpty() && fields.get(0).getName().equals(":status")) {
        status = Integer.parseInt(fields.get(0).getValue());
      }
    } catch (HPackException | RuntimeException e) {
      throw new MalformedResponseException("A response's head cannot be read: " + e.getMessage());
    }
    listener.head(stream, status, end, arrivedNanos);
  }

  private void settings(int flags, ByteBuffer payload) {
    if ((flags & Frames.ACK) != 0) {
      return;
    }
    while (payload.remaining() >= 6) {
      listener.setting(payload.getShort() & 0xffff, payload.getInt());
    }
    listener.reply(Frames.acknowledgement(Frames.SETTINGS, ByteBuffer.allocate(0)));
  }

  private void ping(int flags, ByteBuffer payload) {
    if ((flags & Frames.ACK) == 0) {
      listener.reply(Frames.acknowledgement(Frames.PING, payload));
    }
  }

  private static ByteBuffer unpadded(int flags, ByteBuffer payload) throws IOException {
    if ((flags & Frames.PADDED) != 0) {
      int padding = payload.hasRemaining() ? payload.get() & 0xff : 0;
      if (padding > payload.remaining()) {
        throw new MalformedResponseException("The padding of a frame is longer than the frame");
      }
      payload.limit(payload.limit() - padding);
    }
    return payload;
  }
}
