package io.meshgauge.load.http;

import java.util.Arrays;
import java.util.stream.Collectors;

/** Protocol of a connection. */
public enum HttpProtocol {
  /** HTTP/1.1 over TCP. */
  HTTP_1_1("http/1.1"),
  /** HTTP/1.1 over TLS. */
  HTTPS("https"),
  /** HTTP/2 over TCP with prior knowledge. */
  H2C("h2c"),
  /** HTTP/2 over TLS, agreed upon by ALPN. */
  H2("h2");

  private final String text;

  HttpProtocol(String text) {
    this.text = text;
  }

  /**
   * Reads a name.
   *
   * @throws IllegalArgumentException for an unknown one, listing the known ones
   */
  public static HttpProtocol parse(String text) {
    for (HttpProtocol protocol : values()) {
      if (protocol.text.equalsIgnoreCase(text.strip())) {
        return protocol;
      }
    }
    throw new IllegalArgumentException(
        "'"
            + text
            + "' is not a protocol; expected one of "
            + Arrays.stream(values()).map(HttpProtocol::toString).collect(Collectors.joining(", "))
            + ".");
  }

  /** Whether it uses TLS. */
  public boolean secure() {
    return this == HTTPS || this == H2;
  }

  /** Whether it is HTTP/2. */
  public boolean multiplexed() {
    return this == H2C || this == H2;
  }

  @Override
  public String toString() {
    return text;
  }
}
