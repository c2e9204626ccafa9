package io.meshgauge.live;

/** The live view cannot be opened; the message is for the user. */
public final class LiveException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  LiveException(String message, Throwable cause) {
    super(message, cause);
  }
}
