package io.meshgauge.load.http;

/**
 * Address of a server.
 *
 * @param host name or address
 * @param port 1 to 65535
 */
public record HttpTarget(String host, int port) {

  /** Checks host and port. */
  public HttpTarget {
    if (host.isBlank()) {
      throw new IllegalArgumentException(
          "The host of a request is empty; expected a name such as 127.0.0.1.");
    }
    if (port < 1 || port > 65_535) {
      throw new IllegalArgumentException("A port is 1 to 65535, not " + port + ".");
    }
  }

  @Override
  public String toString() {
    return host + ":" + port;
  }
}
