package io.meshgauge.run.session;

/** An experiment or trial could not be run. */
public class RunException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /**
   * @param message what happened, what was expected, what exists, and what to do
   */
  public RunException(String message) {
    super(message);
  }

  public RunException(String message, Throwable cause) {
    super(message, cause);
  }
}
