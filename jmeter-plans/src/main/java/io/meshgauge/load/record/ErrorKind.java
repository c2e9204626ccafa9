package io.meshgauge.load.record;

import java.util.Locale;

/** Why a request ended without a response. */
public enum ErrorKind {
  /** No complete response within the time allowed. */
  TIMEOUT,
  /** No server listens at the address. */
  REFUSED,
  /** The connection could not be made for another reason, such as an unknown host. */
  CONNECT,
  /** The peer closed or reset the connection before the response was complete. */
  CLOSED,
  /**
   * The peer had closed a kept connection before any byte of a response, as servers do with idle
   * ones: the client reused it too late.
   */
  IDLE_CLOSE,
  /** The response violates the protocol. */
  MALFORMED,
  /** Any other failure; the log contains the first of each. */
  OTHER;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
