package io.meshgauge.cli;

import io.meshgauge.cli.terminal.Terminal;
import io.meshgauge.config.Configuration;
import io.meshgauge.config.Overrides;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

/**
 * Dependencies of every verb: project folder, engine, output streams, overrides.
 *
 * @param home the project's top folder
 * @param engine runs, reads and reports
 * @param out for results
 * @param err for progress and errors, so that results can be piped
 * @param terminal capabilities of {@code err}
 * @param inherited overrides from system properties
 */
public record CliContext(
    Path home,
    Engine engine,
    PrintStream out,
    PrintStream err,
    Terminal terminal,
    Overrides inherited) {

  /** The context of this process. */
  public static CliContext ofProcess(Path home, Engine engine) {
    return new CliContext(
        home,
        engine,
        // Programs read it, whatever the locale; the terminal's own encoding is for people.
        new PrintStream(System.out, true, StandardCharsets.UTF_8),
        System.err,
        Terminal.of(System.getenv(), System.getProperties()),
        Overrides.among(System.getProperties()));
  }

  /** Reader of experiment files, with the registered products. */
  Configuration configuration() {
    return new Configuration(home, engine.meshes(), engine::plugins);
  }

  /** Inherited overrides, replaced by those of the command line where both exist. */
  Overrides overrides(Map<String, String> options) {
    return inherited.and(options);
  }
}
