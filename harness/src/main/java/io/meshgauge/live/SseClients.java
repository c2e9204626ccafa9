package io.meshgauge.live;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Browsers that receive changes as server-sent events. Their number is limited; each has a queue
 * and is dropped when the queue is full, so that the run never waits for a viewer.
 */
final class SseClients {
  /** Limit of simultaneous viewers. */
  static final int MAX_VIEWERS = 8;

  /** Capacity of a viewer's queue, in events. */
  static final int MAX_QUEUED_EVENTS = 64;

  private static final long HEARTBEAT_SECONDS = 15;

  /** The last message to a viewer. */
  private static final String ENDED = message("ended", "{}");

  private final Set<Viewer> viewers = ConcurrentHashMap.newKeySet();
  private final AtomicInteger count = new AtomicInteger();
  private volatile boolean over;

  /** A viewer, served by one thread. */
  private static final class Viewer {
    private final BlockingQueue<String> queue = new ArrayBlockingQueue<>(MAX_QUEUED_EVENTS);
    private @Nullable Thread thread = Thread.currentThread();
    private volatile boolean dropped;

    void send(String message) {
      if (!queue.offer(message)) {
        drop();
      }
    }

    /** Ends its service, even in a write that blocks because the browser does not read. */
    synchronized void drop() {
      dropped = true;
      if (thread != null) {
        thread.interrupt();
      }
    }

    /** Releases the thread for another request. */
    synchronized void left() {
      thread = null;
      Thread.interrupted();
    }
  }

  /** One of the {@value #MAX_VIEWERS} places; close it to release it. */
  final class Place implements AutoCloseable {
    private Place() {}

    /**
     * Writes events until the run ends or the viewer is gone or too slow.
     *
     * @throws IOException if it is gone
     */
    void serve(OutputStream out) throws IOException {
      Viewer viewer = new Viewer();
      viewers.add(viewer);
      try {
        // Milliseconds after which a browser reconnects.
        write(out, "retry: 3000\n\n");
        String message = null;
        while (!viewer.dropped && !ENDED.equals(message)) {
          message = viewer.queue.poll(HEARTBEAT_SECONDS, TimeUnit.SECONDS);
          // A periodic comment detects a browser that is gone.
          write(out, message == null ? ": still here\n\n" : message);
        }
      } catch (InterruptedException e) {
        // The viewer was dropped or the view was closed.
        viewer.dropped = true;
      } finally {
        viewers.remove(viewer);
        viewer.left();
      }
    }

    @Override
    public void close() {
      count.decrementAndGet();
    }
  }

  /** A place for one more viewer; empty if all are taken. */
  Optional<Place> admit() {
    if (count.incrementAndGet() > MAX_VIEWERS || over) {
      count.decrementAndGet();
      return Optional.empty();
    }
    return Optional.of(new Place());
  }

  /**
   * Sends an event to all viewers; never blocks.
   *
   * @param event its name
   * @param json in one line
   */
  void send(String event, String json) {
    send(message(event, json));
  }

  private void send(String message) {
    viewers.forEach(viewer -> viewer.send(message));
  }

  private static String message(String event, String json) {
    return "event: %s\ndata: %s\n\n".formatted(event, json);
  }

  /** Sends the end of the run to all viewers and admits no more. */
  void end() {
    over = true;
    send(ENDED);
  }

  /** Number of connected viewers. */
  int watching() {
    return viewers.size();
  }

  private static void write(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }
}
