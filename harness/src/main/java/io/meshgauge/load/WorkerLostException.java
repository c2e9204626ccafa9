package io.meshgauge.load;

import org.jspecify.annotations.Nullable;

/**
 * A load worker is gone: its pod was deleted, its process exited, or it cannot be reached. After
 * the start of a window the message states how far the worker got and which results are kept.
 */
public final class WorkerLostException extends LoadException {
  private static final long serialVersionUID = 1;

  /** Creates an exception without a cause. */
  public WorkerLostException(String message) {
    super(message);
  }

  /** Creates an exception with its cause. */
  public WorkerLostException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
