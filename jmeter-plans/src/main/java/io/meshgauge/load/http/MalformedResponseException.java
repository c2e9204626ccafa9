package io.meshgauge.load.http;

import java.io.IOException;

/** What came back is not an HTTP/1.1 response; the message quotes it. */
final class MalformedResponseException extends IOException {

  private static final long serialVersionUID = 1L;

  MalformedResponseException(String message) {
    super(message);
  }
}
