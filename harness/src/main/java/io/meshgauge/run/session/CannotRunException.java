package io.meshgauge.run.session;

import org.jspecify.annotations.Nullable;

/** Says in words what is missing for an experiment, before any of it was carried out. */
public final class CannotRunException extends RunException {
  private static final long serialVersionUID = 1;

  /** With what is missing, where it was looked for, and how to get it. */
  public CannotRunException(@Nullable String words) {
    super(words);
  }

  /** The same, with what caused it. */
  public CannotRunException(@Nullable String words, Throwable cause) {
    super(words, cause);
  }
}
