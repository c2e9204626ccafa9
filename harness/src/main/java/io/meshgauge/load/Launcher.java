package io.meshgauge.load;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The way the load worker's process is started; it must not outlive the harness. */
@FunctionalInterface
public interface Launcher {

  /**
   * Starts a program that talks through standard input and output.
   *
   * @param command program and arguments
   * @param folder its working folder
   * @param log file that its standard error is appended to
   * @throws IOException when it cannot be started
   */
  Process launch(List<String> command, Path folder, Path log) throws IOException;
}
