package io.meshgauge.load;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Starts child processes that must not outlive the harness. */
@FunctionalInterface
public interface Launcher {

  /**
   * Starts a program that is controlled through standard input and output.
   *
   * @param command program and arguments
   * @param folder its working folder
   * @param log file to which its standard error is appended
   * @throws IOException if it cannot be started
   */
  Process launch(List<String> command, Path folder, Path log) throws IOException;
}
