package io.meshgauge.run.session;

/** A prerequisite of an experiment is missing; no trial has started. */
public final class CannotRunException extends RunException {
  private static final long serialVersionUID = 1;

  /**
   * @param message what is missing, where it was looked for, and how to get it
   */
  public CannotRunException(String message) {
    super(message);
  }

  public CannotRunException(String message, Throwable cause) {
    super(message, cause);
  }
}
