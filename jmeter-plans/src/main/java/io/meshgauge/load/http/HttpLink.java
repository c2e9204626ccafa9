package io.meshgauge.load.http;

import java.io.Closeable;

/**
 * A connection to one target, independent of the protocol. Opened on first use and reopened after
 * its end. Never retries; reports every failure once.
 */
public interface HttpLink extends Closeable {

  /**
   * Sends a request and waits for its response to the end.
   *
   * @param timeoutMillis for the whole exchange, and again for connecting
   * @param exchange receives the result
   */
  void exchange(RequestTemplate template, int timeoutMillis, HttpExchange exchange);

  @Override
  void close();
}
