package io.meshgauge.archive;

import org.jspecify.annotations.Nullable;

/** Says in words why an archive could not be read or written. */
public final class ArchiveException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** With what happened, what was expected, and what to do. */
  public ArchiveException(String words) {
    super(words);
  }

  /** The same, with what caused it. */
  public ArchiveException(String words, @Nullable Throwable cause) {
    super(words, cause);
  }
}
