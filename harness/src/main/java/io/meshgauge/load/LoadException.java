package io.meshgauge.load;

import org.jspecify.annotations.Nullable;

/** Failure of a load worker, of the connection to it, or of its result files. */
public class LoadException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Creates an exception without a cause. */
  public LoadException(String message) {
    super(message);
  }

  /** Creates an exception with its cause. */
  public LoadException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
