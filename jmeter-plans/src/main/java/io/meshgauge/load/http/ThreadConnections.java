package io.meshgauge.load.http;

import java.io.Closeable;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The connections of one worker thread: one per route, used by all samplers of the thread, and for
 * HTTP/2 possibly by other threads too.
 */
public final class ThreadConnections implements Closeable {

  private static final ThreadLocal<@Nullable ThreadConnections> CURRENT = new ThreadLocal<>();
  private static final SharedLinks<HttpRoute, HttpLink> SHARED = new SharedLinks<>();

  private final Map<HttpRoute, HttpLink> links = new HashMap<>();

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

  /** Closes the calling thread's connections, if any. */
  public static void closeCurrent() {
    ThreadConnections own = CURRENT.get();
    if (own != null) {
      own.close();
      CURRENT.remove();
    }
  }

  /** The thread's connection of that route. */
  public HttpLink to(HttpRoute route) {
    return links.computeIfAbsent(route, ThreadConnections::open);
  }

  private static HttpLink open(HttpRoute route) {
    if (!route.protocol().multiplexed()) {
      return new HttpConnection(route.target(), route.tls());
    }
    return route.shared() == 0
        ? new Http2Connection(route.target(), route.tls(), false)
        : SHARED.take(
            route, route.shared(), () -> new Http2Connection(route.target(), route.tls(), true));
  }

  @Override
  public void close() {
    links.forEach(
        (route, link) -> {
          if (route.shared() == 0) {
            link.close();
          } else {
            SHARED.giveBack(route);
          }
        });
    links.clear();
  }
}
