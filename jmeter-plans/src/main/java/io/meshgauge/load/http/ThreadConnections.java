package io.meshgauge.load.http;

import java.io.Closeable;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The connections of one worker thread: one to each target, shared by all samplers of the thread.
 */
public final class ThreadConnections implements Closeable {

  private static final ThreadLocal<@Nullable ThreadConnections> CURRENT = new ThreadLocal<>();

  private final Map<HttpTarget, HttpConnection> connections = new HashMap<>();

  private ThreadConnections() {}

  /** The calling thread's connections. */
  public static ThreadConnections current() {
    ThreadConnections own = CURRENT.get();
    if (own == null) {
      own = new ThreadConnections();
      CURRENT.set(own);
    }
    return own;
  }

  /** Closes the calling thread's connections; harmless when it has none. */
  public static void closeCurrent() {
    ThreadConnections own = CURRENT.get();
    if (own != null) {
      own.close();
      CURRENT.remove();
    }
  }

  /** The thread's connection to that target. */
  public HttpConnection to(HttpTarget target) {
    return connections.computeIfAbsent(target, HttpConnection::new);
  }

  @Override
  public void close() {
    connections.values().forEach(HttpConnection::close);
    connections.clear();
  }
}
