package io.meshgauge.live;

/** A live view that cannot be opened, in words for the user. */
public final class LiveException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  LiveException(String words, Throwable cause) {
    super(words, cause);
  }
}
