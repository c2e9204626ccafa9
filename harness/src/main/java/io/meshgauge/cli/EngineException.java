package io.meshgauge.cli;

import org.jspecify.annotations.Nullable;

/** A failure of the engine, in words for the user, with the exit code that fits. */
public final class EngineException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ExitCode exitCode;

  /**
   * A failure.
   *
   * @param words what happened, what was expected, what exists, what to do
   * @param cause shown with {@code --verbose}, or null
   */
  public EngineException(ExitCode exitCode, @Nullable String words, @Nullable Throwable cause) {
    super(words, cause);
    this.exitCode = exitCode;
  }

  /** How the command ends. */
  public ExitCode exitCode() {
    return exitCode;
  }
}
