package io.meshgauge.cli;

import io.meshgauge.cli.terminal.Terminal;
import io.meshgauge.config.Overrides;
import io.meshgauge.config.SampleHome;
import io.meshgauge.text.EnglishAfterwards;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Command lines in an installation of the test, with an engine that starts nothing unless a test
 * says otherwise.
 */
@ExtendWith(EnglishAfterwards.class)
abstract class CommandCase {
  @TempDir Path folder;
  final FakeEngine engine = new FakeEngine();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @BeforeEach
  void installation() throws IOException {
    SampleHome.in(folder);
  }

  /** Where the program is installed. */
  Path home() {
    return folder;
  }

  Engine engine() {
    return engine;
  }

  int meshgauge(String... arguments) {
    return meshgauge(Terminal.PLAIN, arguments);
  }

  int meshgauge(Terminal terminal, String... arguments) {
    out.reset();
    err.reset();
    return Meshgauge.execute(context(terminal), arguments);
  }

  CliContext context(Terminal terminal) {
    return new CliContext(
        home(),
        engine(),
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8),
        terminal,
        Overrides.NONE);
  }

  /** What the last command printed as its result. */
  String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  /** What the last command printed as errors and progress. */
  String err() {
    return err.toString(StandardCharsets.UTF_8);
  }
}
