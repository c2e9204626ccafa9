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
 * The sending half of an HTTP/2 connection. Requests are sent by their own threads, one at a time.
 * A thread that reads never waits for one that sends: what reading brings about (acknowledgements,
 * bodies that waited for the peer's window) is sent by the thread that is sending anyway.
 */
final class Http2Outbox {

  /** How long a server may take for bytes that no deadline hangs on. */
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Wire wire;
  private final String scheme;
  private final Watchdog.Guard guard;
  private final ReentrantLock sending = new ReentrantLock();
  private final Queue<byte[]> notes = new ConcurrentLinkedQueue<>();
  private final Queue<Http2Stream> heldUp = new ArrayDeque<>();
  private final AtomicLong window = new AtomicLong(Frames.FIRST_WINDOW);
  private final HPackEncoder encoder =
      new HPackEncoder(Frames.TABLE_SIZE, StandardCharsets.US_ASCII);
  private final ByteArrayBuffer block = new ByteArrayBuffer(512);
  private final ByteBuffer out = ByteBuffer.allocate(2 * (Frames.LONGEST + Frames.HEAD_BYTES));
  private volatile int peerTableSize = Frames.TABLE_SIZE;
  private int tableSize = Frames.TABLE_SIZE;
  private volatile boolean work;

  /**
   * The sending half of that wire.
   *
   * @param scheme http or https, which every request names
   */
  Http2Outbox(Wire wire, String scheme) {
    this.wire = wire;
    this.scheme = scheme;
    guard = Watchdog.guard(wire);
  }

  /** Opens the conversation. */
  void greet() throws IOException {
    wire.write(ByteBuffer.wrap(Frames.preface()));
  }

  /**
   * Sends a request, or as much of it as the peer's windows allow for now.
   *
   * @param numbering gives it its number as the last thing before it is sent; 0 for none to be had
   * @return false when it has no number, and nothing was sent
   */
  boolean request(Http2Stream stream, IntSupplier numbering) throws IOException {
    sending.lock();
    try {
      // Numbers must go out in their order.
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

  /** Adds to what the peer allows to be sent in all. */
  void widen(int bytes) {
    window.addAndGet(bytes);
    work = true;
  }

  /** Notes that a stream's window has grown. */
  void streamWidened() {
    work = true;
  }

  /** Adds a frame to be sent. */
  void note(byte[] frame) {
    notes.add(frame);
    work = true;
  }

  /** Takes over the size of the table that the peer is ready to keep for us. */
  void peerTableSize(int bytes) {
    peerTableSize = Math.min(Frames.TABLE_SIZE, bytes);
  }

  /** Sends what has gathered, unless another thread is sending, which then does it. */
  void flush() throws IOException {
    while (work && sending.tryLock()) {
      try {
        work = false;
        putNotes();
        for (int left = heldUp.size(); left > 0; left--) {
          putBody(heldUp.remove());
        }
        send(System.nanoTime() + PATIENCE_NANOS);
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
      int length = Math.min(Frames.LONGEST, block.length() - from);
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

  /** A change of the table's size is sent to the peer first: RFC 7541, section 6.3. */
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
          (int) Math.min(allowed, Math.min(Frames.LONGEST, body.length - stream.sentBytes));
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
      send(System.nanoTime() + PATIENCE_NANOS);
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
    return new SocketTimeoutException(
        "the server did not take the request within the time allowed");
  }

  /** Ends the watch over the connection. */
  void close() {
    guard.dismiss();
  }
}
