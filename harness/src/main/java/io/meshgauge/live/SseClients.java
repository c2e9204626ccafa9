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
 * The clients of server-sent events. There are never more than a few, each has a queue of its own,
 * and a client that does not keep up is dropped: the run never waits.
 */
final class SseClients {
  /** How many may look at once. */
  static final int MOST = 8;

  /** Events that a viewer may be behind. */
  static final int BEHIND = 64;

  private static final long PULSE_SECONDS = 15;

  /** The last message that a viewer gets. */
  private static final String ENDED = message("ended", "{}");

  private final Set<Viewer> viewers = ConcurrentHashMap.newKeySet();
  private final AtomicInteger count = new AtomicInteger();
  private volatile boolean over;

  /** One of them, served by one thread. */
  private static final class Viewer {
    private final BlockingQueue<String> queue = new ArrayBlockingQueue<>(BEHIND);
    private @Nullable Thread thread = Thread.currentThread();
    private volatile boolean dropped;

    void tell(String message) {
      if (!queue.offer(message)) {
        drop();
      }
    }

    /** Ends its thread, even in the middle of a write that is not read. */
    synchronized void drop() {
      dropped = true;
      if (thread != null) {
        thread.interrupt();
      }
    }

    /** From here on the thread serves another client. */
    synchronized void left() {
      thread = null;
      Thread.interrupted();
    }
  }

  /** A place among them, to be given back. */
  final class Place implements AutoCloseable {
    private Place() {}

    /**
     * Writes what happens until the viewer goes or does not keep up.
     *
     * @throws IOException when it is gone
     */
    void serve(OutputStream out) throws IOException {
      Viewer viewer = new Viewer();
      viewers.add(viewer);
      try {
        // A browser that loses the connection comes back after this many milliseconds.
        write(out, "retry: 3000\n\n");
        String message = null;
        while (!viewer.dropped && !ENDED.equals(message)) {
          message = viewer.queue.poll(PULSE_SECONDS, TimeUnit.SECONDS);
          // A comment now and then tells whether anybody is still there.
          write(out, message == null ? ": still here\n\n" : message);
        }
      } catch (InterruptedException e) {
        // Dropped, or the view is closed: either way its thread has no more to do here.
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

  /** A place for one more; empty when all are taken. */
  Optional<Place> admit() {
    if (count.incrementAndGet() > MOST || over) {
      count.decrementAndGet();
      return Optional.empty();
    }
    return Optional.of(new Place());
  }

  /**
   * Tells all of them; never waits.
   *
   * @param event its name
   * @param json in one line
   */
  void tell(String event, String json) {
    tell(message(event, json));
  }

  private void tell(String message) {
    viewers.forEach(viewer -> viewer.tell(message));
  }

  private static String message(String event, String json) {
    return "event: %s\ndata: %s\n\n".formatted(event, json);
  }

  /** The run has ended: tells that to all of them, after which they are served no more. */
  void end() {
    over = true;
    tell(ENDED);
  }

  /** Number of connected clients. */
  int watching() {
    return viewers.size();
  }

  private static void write(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }
}
