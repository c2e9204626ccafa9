package io.meshgauge.run.session;

import org.jspecify.annotations.Nullable;

/** Says in words why an experiment could not be carried out. */
public class RunException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** With what happened, what was expected, what exists, and what to do. */
  public RunException(@Nullable String words) {
    super(words);
  }

  /** The same, with what caused it. */
  public RunException(@Nullable String words, Throwable cause) {
    super(words, cause);
  }
}
