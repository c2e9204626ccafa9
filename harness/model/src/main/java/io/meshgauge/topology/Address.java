package io.meshgauge.topology;

/**
 * A TCP address.
 *
 * @param host name or IP address
 * @param port 1 to 65535
 */
public record Address(String host, int port) {
  public Address {
    if (port < 1 || port > 65_535) {
      throw new IllegalArgumentException("port %d; expected 1 to 65535".formatted(port));
    }
  }

  /** An address on the loopback device. */
  public static Address loopback(int port) {
    return new Address("127.0.0.1", port);
  }

  @Override
  public String toString() {
    return host + ":" + port;
  }
}
