package io.meshgauge.run.session;

import org.jspecify.annotations.Nullable;

/** A prerequisite of an experiment is missing; no trial has started. */
public final class CannotRunException extends RunException {
  private static final long serialVersionUID = 1;

  /**
   * @param message what is missing, where it was looked for, and how to get it
   */
  public CannotRunException(@Nullable String message) {
    super(message);
  }

  public CannotRunException(@Nullable String message, Throwable cause) {
    super(message, cause);
  }
}
