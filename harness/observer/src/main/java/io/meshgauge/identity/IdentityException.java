package io.meshgauge.identity;

import org.jspecify.annotations.Nullable;

/** An identity that cannot be had or read; its message says whose, and what was expected. */
public final class IdentityException extends RuntimeException {

  /** A failure with nothing beneath it. */
  public IdentityException(String message) {
    super(message);
  }

  /** A failure caused by another. */
  public IdentityException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
