package io.meshgauge.probe;

import org.jspecify.annotations.Nullable;

/** A reading that could not be taken; its message says of what, and what was expected. */
public final class ProbeException extends RuntimeException {

  /** A failure with nothing beneath it. */
  public ProbeException(String message) {
    super(message);
  }

  /** A failure caused by another. */
  public ProbeException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
