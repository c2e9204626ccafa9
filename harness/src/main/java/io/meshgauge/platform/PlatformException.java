package io.meshgauge.platform;

import org.jspecify.annotations.Nullable;

/** A platform failed; the message says what to do about it. */
public final class PlatformException extends RuntimeException {

  public PlatformException(String message) {
    super(message);
  }

  public PlatformException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
