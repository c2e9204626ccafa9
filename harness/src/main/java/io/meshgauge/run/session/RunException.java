package io.meshgauge.run.session;

import org.jspecify.annotations.Nullable;

/** An experiment or trial could not be run. */
public class RunException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /**
   * @param message what happened, what was expected, what exists, and what to do
   */
  public RunException(@Nullable String message) {
    super(message);
  }

  public RunException(@Nullable String message, Throwable cause) {
    super(message, cause);
  }
}
