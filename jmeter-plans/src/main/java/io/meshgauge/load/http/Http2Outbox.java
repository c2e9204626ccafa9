package io.meshgauge.load.http;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;
import org.apache.hc.core5.http2.hpack.HPackEncoder;
import org.apache.hc.core5.util.ByteArrayBuffer;

/**
 * The sending half of an HTTP/2 connection. Each thread sends its own requests, one at a time. A
 * reading thread never waits for a sending one: frames that result from reading (acknowledgements,
 * bodies that waited for the peer's window) are sent by a thread that is already sending.
 */
final class Http2Outbox {

  /** Limit of a write that belongs to no request. */
  private static final long WRITE_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Wire wire;
  private final String scheme;
  private final Watchdog.Guard guard;
  private final ReentrantLock sending = new ReentrantLock();
  private final Queue<byte[]> notes = new ConcurrentLinkedQueue<>();
  private final Queue<Http2Stream> heldUp = new ArrayDeque<>();
  private final AtomicLong window = new AtomicLong(Frames.INITIAL_WINDOW);
  private final HPackEncoder encoder =
      new HPackEncoder(Frames.TABLE_SIZE, StandardCharsets.US_ASCII);
  private final ByteArrayBuffer block = new ByteArrayBuffer(512);
  private final ByteBuffer out =
      ByteBuffer.allocate(2 * (Frames.MAX_FRAME_BYTES + Frames.HEAD_BYTES));
  private volatile int peerTableSize = Frames.TABLE_SIZE;
  private int tableSize = Frames.TABLE_SIZE;
  private volatile boolean work;

  /**
   * The sending half of that wire.
   *
   * @param scheme http or https, part of every request
   */
  Http2Outbox(Wire wire, String scheme) {
    this.wire = wire;
    this.scheme = scheme;
    guard = Watchdog.guard(wire);
  }

  /** Sends the client preface. */
  void greet() throws IOException {
    wire.write(ByteBuffer.wrap(Frames.preface()));
  }

  /**
   * Sends a request, or as much of it as the peer's windows allow.
   *
   * @param numbering assigns its number just before it is sent; 0 if there is none
   * @return false if it has no number and nothing was sent
   */
  boolean request(Http2Stream stream, IntSupplier numbering) throws IOException {
    sending.lock();
    try {
      // Numbers must be sent in ascending order.
      stream.id = numbering.getAsInt();
      if (stream.id == 0) {
        return false;
      }
      putNotes();
      putHead(stream);
      putBody(stream);
      send(stream.deadlineNanos);
    } finally {
      sending.unlock();
    }
    flush();
    return true;
  }

  /** Increases the connection's window. */
  void widen(int bytes) {
    window.addAndGet(bytes);
    work = true;
  }

  /** A stream's window was increased. */
  void streamWidened() {
    work = true;
  }

  /** Adds a frame to be sent. */
  void note(byte[] frame) {
    notes.add(frame);
    work = true;
  }

  /** Sets the size of the peer's HPACK table. */
  void peerTableSize(int bytes) {
    peerTableSize = Math.min(Frames.TABLE_SIZE, bytes);
  }

  /** Sends queued frames, unless another thread is sending and will do it. */
  void flush() throws IOException {
    while (work && sending.tryLock()) {
      try {
        work = false;
        putNotes();
        for (int left = heldUp.size(); left > 0; left--) {
          putBody(heldUp.remove());
        }
        send(System.nanoTime() + WRITE_TIMEOUT_NANOS);
      } finally {
        sending.unlock();
      }
    }
  }

  private void putNotes() throws IOException {
    for (byte[] note = notes.poll(); note != null; note = notes.poll()) {
      makeRoom(note.length);
      out.put(note);
    }
  }

  private void putHead(Http2Stream stream) throws IOException {
    block.clear();
    adjustTable();
    encoder.encodeHeaders(block, stream.template.http2Fields(scheme), true);
    int end = stream.template.bodyBytes() == 0 ? Frames.END_STREAM : 0;
    int from = 0;
    do {
      int length = Math.min(Frames.MAX_FRAME_BYTES, block.length() - from);
      makeRoom(Frames.HEAD_BYTES + length);
      int last = from + length == block.length() ? Frames.END_HEADERS : 0;
      if (from == 0) {
        Frames.head(out, length, Frames.HEADERS, end | last, stream.id);
      } else {
        Frames.head(out, length, Frames.CONTINUATION, last, stream.id);
      }
      out.put(block.array(), from, length);
      from += length;
    } while (from < block.length());
  }

  /** Announces a change of the table size to the peer first: RFC 7541, section 6.3. */
  private void adjustTable() {
    int size = peerTableSize;
    if (size == tableSize) {
      return;
    }
    tableSize = size;
    encoder.setMaxTableSize(size);
    if (size < 31) {
      block.append(0x20 | size);
      return;
    }
    block.append(0x3f);
    int rest = size - 31;
    for (; rest >= 128; rest >>= 7) {
      block.append((rest & 0x7f) | 0x80);
    }
    block.append(rest);
  }

  private void putBody(Http2Stream stream) throws IOException {
    byte[] body = stream.template.body();
    while (stream.sentBytes < body.length && !stream.over) {
      long allowed = Math.min(window.get(), stream.window.get());
      int length =
          (int) Math.min(allowed, Math.min(Frames.MAX_FRAME_BYTES, body.length - stream.sentBytes));
      if (length <= 0) {
        heldUp.add(stream);
        return;
      }
      window.addAndGet(-length);
      stream.window.addAndGet(-length);
      makeRoom(Frames.HEAD_BYTES + length);
      boolean last = stream.sentBytes + length == body.length;
      Frames.head(out, length, Frames.DATA, last ? Frames.END_STREAM : 0, stream.id);
      out.put(body, stream.sentBytes, length);
      stream.sentBytes += length;
    }
  }

  private void makeRoom(int fit) throws IOException {
    if (out.remaining() < fit) {
      send(System.nanoTime() + WRITE_TIMEOUT_NANOS);
    }
  }

  private void send(long deadlineNanos) throws IOException {
    out.flip();
    if (!out.hasRemaining()) {
      out.clear();
      return;
    }
    guard.until(deadlineNanos);
    try {
      wire.write(out);
      if (!guard.inTime()) {
        throw tooSlow();
      }
    } catch (IOException e) {
      throw guard.inTime() ? e : tooSlow();
    } finally {
      out.clear();
    }
  }

  private static SocketTimeoutException tooSlow() {
    return new SocketTimeoutException("the server did not accept the request in time");
  }

  /** Ends the watch over the connection. */
  void close() {
    guard.dismiss();
  }
}
