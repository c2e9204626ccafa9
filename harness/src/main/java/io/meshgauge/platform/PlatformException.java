package io.meshgauge.platform;

import org.jspecify.annotations.Nullable;

/** A failure of the place where variants run; its message says what to do about it. */
public final class PlatformException extends RuntimeException {

  /** A failure with nothing beneath it. */
  public PlatformException(String message) {
    super(message);
  }

  /** A failure caused by another. */
  public PlatformException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
