package io.meshgauge.cli.application;

import io.meshgauge.archive.RunArchive;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Session;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The verb {@code application}: works on files of applications. */
@Command(name = "application", description = "Work on the file of an application.")
public final class ApplicationVerb implements Callable<Integer> {
  private final PrintStream out;

  @Spec private @Nullable CommandSpec spec;

  /**
   * The verb.
   *
   * @param out receives drafts
   */
  public ApplicationVerb(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() {
    throw refused("application needs a command; expected: meshgauge application learn SESSION");
  }

  @Command(
      name = "learn",
      description = "Print a draft of calls: from what the proxies of a session counted.")
  int learn(
      @Parameters(paramLabel = "SESSION", description = "A folder below reports/runs.")
          Path folder) {
    Session session = RunArchive.open(folder).read();
    for (Run run : session.runs()) {
      List<String> draft = CallDraft.of(run, session.experiment().application());
      if (!draft.isEmpty()) {
        out.printf("# As the proxies of %s counted.%ncalls:%n", run.trial().folder());
        draft.forEach(out::println);
        return 0;
      }
    }
    throw refused(
        "no proxy in front of a client counted requests in %s; expected a session with sidecars, such as istio-plaintext"
            .formatted(folder));
  }

  private ParameterException refused(String why) {
    return new ParameterException(Objects.requireNonNull(spec).commandLine(), why);
  }
}
