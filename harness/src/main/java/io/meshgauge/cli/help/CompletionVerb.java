package io.meshgauge.cli.help;

import io.meshgauge.yaml.Nearest;
import java.io.PrintStream;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The verb {@code completion}: the script by which a shell completes verbs, options and names. */
@Command(
    name = "completion",
    description =
        "Print the script by which a shell completes verbs, options and names. To use it: "
            + "source <(./meshgauge completion bash)")
public final class CompletionVerb implements Callable<Integer> {
  private final PrintStream out;

  @Spec private @Nullable CommandSpec spec;

  @Parameters(
      arity = "0..1",
      paramLabel = "SHELL",
      defaultValue = "bash",
      completionCandidates = Shells.class,
      description = "${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private String shell = "bash";

  /** Shells that read the script. */
  static final class Shells implements Iterable<String> {
    private static final List<String> ALL = List.of("bash", "zsh");

    @Override
    public Iterator<String> iterator() {
      return ALL.iterator();
    }
  }

  /**
   * The verb.
   *
   * @param out receives the script
   */
  public CompletionVerb(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() {
    CommandLine top = Objects.requireNonNull(spec).root().commandLine();
    if (!Shells.ALL.contains(shell)) {
      throw new ParameterException(
          Objects.requireNonNull(spec).commandLine(),
          "there is no script for \"%s\"; expected bash or zsh; %s"
              .formatted(shell, Nearest.advice(shell, Shells.ALL)));
    }
    // One script for both: in zsh it loads bashcompinit.
    out.println(AutoComplete.bash("meshgauge", top));
    return 0;
  }
}
