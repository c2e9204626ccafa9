package io.meshgauge.load;

import org.jspecify.annotations.Nullable;

/** A failure of the load worker, of the conversation with it, or of the files it leaves. */
public class LoadException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** A failure with nothing beneath it. */
  public LoadException(String message) {
    super(message);
  }

  /** A failure caused by another. */
  public LoadException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
