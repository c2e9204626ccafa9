package io.meshgauge.load;

/** The load was ended by the stop rule: the application is evidently harmed. */
public final class HarmException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /**
   * @param message what was observed when, the limit, and what sets it
   */
  public HarmException(String message) {
    super(message);
  }
}
