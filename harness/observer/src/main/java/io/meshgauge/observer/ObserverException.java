package io.meshgauge.observer;

import org.jspecify.annotations.Nullable;

/** Failure of the observer or of the connection to it. */
public final class ObserverException extends RuntimeException {

  /** Creates an exception without a cause. */
  public ObserverException(String message) {
    super(message);
  }

  /** Creates an exception with its cause. */
  public ObserverException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
