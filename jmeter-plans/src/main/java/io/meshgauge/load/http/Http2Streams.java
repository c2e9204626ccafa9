package io.meshgauge.load.http;

import io.meshgauge.load.record.ErrorKind;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Condition;

/**
 * The streams of one HTTP/2 connection; applies the peer's frames to them. Guarded by the session's
 * lock.
 */
final class Http2Streams implements Http2Inbox.Listener {

  /** Assumed limit of streams until the server sends its own. */
  private static final int INITIAL_MAX_STREAMS = 100;

  private final Http2Outbox outbox;
  private final Condition slotFree;

  /** Open streams by number. */
  private final Map<Integer, Http2Stream> open = new HashMap<>();

  private int nextId = 1;
  private int slots;
  private int mostSlots = INITIAL_MAX_STREAMS;
  private int firstWindow = Frames.INITIAL_WINDOW;
  private volatile boolean usable = true;

  /**
   * Creates an empty set.
   *
   * @param slotFree signalled when another stream is allowed
   */
  Http2Streams(Http2Outbox outbox, Condition slotFree) {
    this.outbox = outbox;
    this.slotFree = slotFree;
  }

  /** Whether the connection accepts another request; may be called without the lock. */
  boolean usable() {
    return usable;
  }

  /** Accepts no more requests. */
  void retire() {
    usable = false;
    slotFree.signalAll();
  }

  /** Whether no exchange is in progress. */
  boolean idle() {
    return slots == 0;
  }

  /** Whether the peer allows another stream. */
  boolean slotFree() {
    return slots < mostSlots;
  }

  void takeSlot() {
    slots++;
  }

  /** Assigns a number to a stream; 0 if none is left. */
  int register(Http2Stream stream) {
    if (!usable) {
      return 0;
    }
    int id = nextId;
    nextId += 2;
    if (nextId < 0) {
      // All numbers are used up; the next request opens another connection.
      usable = false;
    }
    stream.window.set(firstWindow);
    open.put(id, stream);
    return id;
  }

  /** Removes a stream; resets it if the server does not know that it is over. */
  void release(Http2Stream stream) {
    slots--;
    slotFree.signal();
    boolean unfinished =
        open.remove(stream.id) != null || stream.sentBytes < stream.template.bodyBytes();
    if (unfinished && stream.id != 0 && usable) {
      outbox.note(Frames.numbers(Frames.RESET, stream.id, Frames.CANCEL));
    }
  }

  /** Lets one of the threads that sleep read for all. */
  void wakeOne() {
    for (Http2Stream next : open.values()) {
      if (next.sleeping && !next.over) {
        next.turn.signal();
        return;
      }
    }
  }

  /** Ends a stream without a response, unless it is over. */
  void fail(Http2Stream stream, ErrorKind kind, Exception cause) {
    if (!stream.over) {
      stream.exchange.error = kind;
      stream.exchange.cause = cause;
      finish(stream, System.nanoTime());
    }
  }

  /** Ends all streams without a response. */
  void failAll(IOException cause) {
    retire();
    ErrorKind kind = kind(cause);
    open.values().forEach(stream -> fail(stream, kind, cause));
    open.clear();
  }

  private static ErrorKind kind(IOException cause) {
    if (cause instanceof SocketTimeoutException) {
      return ErrorKind.TIMEOUT;
    }
    return cause instanceof MalformedResponseException ? ErrorKind.MALFORMED : ErrorKind.CLOSED;
  }

  private static void finish(Http2Stream stream, long now) {
    stream.exchange.endNanos = now;
    stream.over = true;
    stream.turn.signal();
  }

  @Override
  public void head(int id, int status, boolean end, long nanos) {
    Http2Stream stream = open.get(id);
    if (stream == null) {
      return;
    }
    if (status >= 200 && stream.exchange.status == 0) {
      stream.exchange.status = status;
      stream.exchange.firstByteNanos = nanos;
    }
    if (end) {
      complete(id, stream, nanos);
    }
  }

  @Override
  public void data(int id, ByteBuffer part, boolean end, long nanos) {
    Http2Stream stream = open.get(id);
    if (stream == null) {
      return;
    }
    HttpExchange exchange = stream.exchange;
    exchange.bodyBytes += part.remaining();
    exchange.body.accept(part.array(), part.arrayOffset() + part.position(), part.remaining());
    if (end) {
      complete(id, stream, nanos);
    }
  }

  private void complete(int id, Http2Stream stream, long nanos) {
    open.remove(id);
    if (stream.exchange.status == 0) {
      fail(
          stream,
          ErrorKind.MALFORMED,
          new MalformedResponseException("A response without a status"));
    } else if (!stream.over) {
      finish(stream, nanos);
    }
  }

  @Override
  public void reset(int id, int error) {
    Http2Stream stream = open.remove(id);
    if (stream != null) {
      String message = "the server reset the stream: " + Frames.error(error);
      fail(stream, ErrorKind.CLOSED, new IOException(message));
    }
  }

  @Override
  public void goAway(int lastStream, int error) {
    retire();
    String message = "the server accepts no more requests: " + Frames.error(error);
    IOException cause = new IOException(message);
    for (Map.Entry<Integer, Http2Stream> entry : List.copyOf(open.entrySet())) {
      if (entry.getKey() > lastStream) {
        open.remove(entry.getKey());
        fail(entry.getValue(), ErrorKind.CLOSED, cause);
      }
    }
  }

  @Override
  public void setting(int name, int value) {
    if (name == Frames.SETTING_STREAMS) {
      mostSlots = value < 0 ? Integer.MAX_VALUE : Math.max(1, value);
      slotFree.signalAll();
    } else if (name == Frames.SETTING_WINDOW) {
      open.values().forEach(stream -> stream.window.addAndGet(value - firstWindow));
      firstWindow = value;
      outbox.streamWidened();
    } else if (name == Frames.SETTING_TABLE_SIZE) {
      outbox.peerTableSize(value < 0 ? Integer.MAX_VALUE : value);
    }
  }

  @Override
  public void widen(int id, int bytes) {
    Http2Stream stream = open.get(id);
    if (id == 0) {
      outbox.widen(bytes);
    } else if (stream != null) {
      stream.window.addAndGet(bytes);
      outbox.streamWidened();
    }
  }

  @Override
  public void reply(byte[] frame) {
    outbox.note(frame);
  }
}
