package io.meshgauge.run.session;

import java.nio.file.Path;

/** The stop rule ended a session; finished runs are kept. */
public final class StoppedException extends RunException {
  private static final long serialVersionUID = 1;

  /**
   * @param reason what was observed when, the limit, and what sets it
   * @param folder of the session's archive
   */
  public StoppedException(String reason, Path folder) {
    super("the session ends: %s%nwhat was finished before is in %s".formatted(reason, folder));
    in(folder);
  }
}
