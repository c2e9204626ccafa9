package io.meshgauge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.cli.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/**
 * The document of the command line is the help of its verbs. With {@code -Dgolden.write=true} the
 * test writes it.
 */
class CommandLineDocumentTest extends CommandCase {
  private static final Path DOCUMENT =
      Path.of(System.getProperty("meshgauge.home", ".."), "docs", "command-line.md");

  @Test
  void theDocumentHasTheHelpOfEveryVerb() throws IOException {
    String generated = document();

    if (Boolean.getBoolean("golden.write")) {
      Files.writeString(DOCUMENT, generated);
    }

    assertThat(DOCUMENT).content().isEqualTo(generated);
  }

  private String document() {
    Collection<CommandLine> verbs =
        Meshgauge.commandLine(context(new Terminal(true, false, false, 100)))
            .getSubcommands()
            .values();
    StringBuilder text =
        new StringBuilder(
            """
            # The command line

            `./meshgauge VERB --help` prints the same. Settings of an experiment (`-Drate=50`) are listed in
            [the experiment file](experiment-file.md#layers); `list`, `describe`, `doctor`, `study` and `predict` print JSON with
            `--json`, in base units (seconds, bytes, ratios). For completion put `source <(/path/to/meshgauge completion bash)`
            into `~/.bashrc`, or the same with `zsh` into `~/.zshrc`.

            | verb | what it does |
            |---|---|
            """);
    for (CommandLine verb : verbs) {
      text.append(
          "| [`%1$s`](#%1$s) | %2$s |%n"
              .formatted(
                  verb.getCommandName(),
                  String.join(" ", verb.getCommandSpec().usageMessage().description())));
    }
    for (CommandLine verb : verbs) {
      text.append(
          "%n## %s%n%n```text%n%s```%n"
              .formatted(verb.getCommandName(), verb.getUsageMessage(CommandLine.Help.Ansi.OFF)));
    }
    return text.toString();
  }
}
