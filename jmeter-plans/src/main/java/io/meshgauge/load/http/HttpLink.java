package io.meshgauge.load.http;

import java.io.Closeable;

/**
 * A way to send requests to one target, whatever the protocol. Opened when first needed, and again
 * when it ended. Never retries: what went wrong is reported, once.
 */
public interface HttpLink extends Closeable {

  /**
   * Sends a request and waits for its response to the end.
   *
   * @param timeoutMillis for the whole exchange; for connecting, the same once more
   * @param exchange is filled with how it went
   */
  void exchange(RequestTemplate template, int timeoutMillis, HttpExchange exchange);

  @Override
  void close();
}
