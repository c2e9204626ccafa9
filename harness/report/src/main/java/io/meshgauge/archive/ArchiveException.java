package io.meshgauge.archive;

import org.jspecify.annotations.Nullable;

/** An archive that cannot be read or written. */
public final class ArchiveException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** With what happened, what was expected, and what to do. */
  public ArchiveException(String message) {
    super(message);
  }

  /** With the cause. */
  public ArchiveException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
