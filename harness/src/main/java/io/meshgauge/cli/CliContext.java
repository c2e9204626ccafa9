package io.meshgauge.cli;

import io.meshgauge.config.Configuration;
import io.meshgauge.config.Overrides;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;

/**
 * What every verb works with: where the project is, what does the work, and where words go.
 *
 * @param home the project's top folder
 * @param engine runs, reads and reports
 * @param out for results
 * @param err for progress and errors, so that results can be piped
 * @param terminal what {@code err} can show
 * @param inherited overrides that came as system properties
 */
public record CliContext(
    Path home,
    Engine engine,
    PrintStream out,
    PrintStream err,
    Terminal terminal,
    Overrides inherited) {

  /** The desk of this process. */
  public static CliContext ofProcess(Path home, Engine engine) {
    return new CliContext(
        home,
        engine,
        System.out,
        System.err,
        Terminal.of(System.getenv(), System.getProperties()),
        Overrides.among(System.getProperties()));
  }

  /** What experiments are made with. */
  Configuration configuration() {
    return new Configuration(home, engine.meshes());
  }

  /** Inherited overrides with those of the command line over them. */
  Overrides overrides(Map<String, String> options) {
    return inherited.and(options);
  }
}
