package io.meshgauge.load.http;

import java.io.IOException;

/** The received bytes are not a valid HTTP response; the message quotes them. */
final class MalformedResponseException extends IOException {

  private static final long serialVersionUID = 1L;

  MalformedResponseException(String message) {
    super(message);
  }
}
