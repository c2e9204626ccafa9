package io.meshgauge.load.http;

import java.util.Arrays;
import java.util.stream.Collectors;

/** What is spoken to a server. */
public enum HttpProtocol {
  /** HTTP/1.1 over TCP. */
  HTTP_1_1("http/1.1"),
  /** HTTP/1.1 over TLS. */
  HTTPS("https"),
  /** HTTP/2 over TCP, begun without asking whether the server speaks it. */
  H2C("h2c"),
  /** HTTP/2 over TLS, agreed upon by ALPN. */
  H2("h2");

  private final String text;

  HttpProtocol(String text) {
    this.text = text;
  }

  /**
   * Reads a name as users write it.
   *
   * @throws IllegalArgumentException for another, with those there are
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
            + "' is no protocol; expected one of "
            + Arrays.stream(values()).map(HttpProtocol::toString).collect(Collectors.joining(", "))
            + ".");
  }

  /** Whether TLS is below it. */
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
