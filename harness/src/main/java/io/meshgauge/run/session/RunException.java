package io.meshgauge.run.session;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An experiment or trial could not be run. */
public class RunException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private transient @Nullable Path folder;

  /**
   * @param message what happened, what was expected, what exists, and what to do
   */
  public RunException(@Nullable String message) {
    super(message);
  }

  public RunException(@Nullable String message, Throwable cause) {
    super(message, cause);
  }

  /** The same exception, of a session whose archive is in a folder. */
  public RunException in(Path archive) {
    folder = archive;
    return this;
  }

  /** Folder of the session's archive; empty if none was made. */
  public Optional<Path> folder() {
    return Optional.ofNullable(folder);
  }
}
