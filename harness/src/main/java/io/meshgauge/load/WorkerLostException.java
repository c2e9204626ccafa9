package io.meshgauge.load;

import org.jspecify.annotations.Nullable;

/**
 * A load worker that is gone for good: its pod was deleted, its process ended, or it can no longer
 * be reached. From a window, the message says how far it got and what is kept.
 */
public final class WorkerLostException extends LoadException {
  private static final long serialVersionUID = 1;

  /** A loss in the words of who noticed it. */
  public WorkerLostException(String message) {
    super(message);
  }

  /** A loss that follows from another failure. */
  public WorkerLostException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
