package io.meshgauge.cli;

import org.jspecify.annotations.Nullable;

/** A failure of a command, with its message and exit code. */
public final class EngineException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ExitCode exitCode;

  /**
   * With a message for the user.
   *
   * @param message what happened, what was expected, what exists, what to do
   * @param cause shown with {@code --verbose}, or null
   */
  public EngineException(ExitCode exitCode, @Nullable String message, @Nullable Throwable cause) {
    super(message, cause);
    this.exitCode = exitCode;
  }

  /** Exit code of the command. */
  public ExitCode exitCode() {
    return exitCode;
  }
}
