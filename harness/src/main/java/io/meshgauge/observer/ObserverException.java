package io.meshgauge.observer;

import org.jspecify.annotations.Nullable;

/** Something the observer could not do; its message says what happened and what was expected. */
public final class ObserverException extends RuntimeException {

  /** A failure with nothing beneath it. */
  public ObserverException(String message) {
    super(message);
  }

  /** A failure caused by another. */
  public ObserverException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
