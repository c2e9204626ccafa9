package io.meshgauge.cli.plan;

import io.meshgauge.config.jmx.JmxConverter;
import io.meshgauge.config.jmx.JmxConverter.Converted;
import io.meshgauge.config.jmx.JmxDocument;
import io.meshgauge.config.jmx.JmxException;
import io.meshgauge.yaml.Place;
import io.meshgauge.yaml.Problems;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The verb {@code plan}: works on JMeter plans of users. */
@Command(name = "plan", description = "Work on a JMeter plan of your own.")
public final class PlanVerb implements Callable<Integer> {
  private final PrintStream out;

  @Spec private @Nullable CommandSpec spec;

  /**
   * The verb.
   *
   * @param out receives what was changed
   */
  public PlanVerb(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() {
    throw new ParameterException(
        Objects.requireNonNull(spec).commandLine(),
        "plan needs a command; expected: meshgauge plan convert FILE.jmx");
  }

  @Command(
      name = "convert",
      description =
          "Write an open-loop copy of a plan, and print what was changed and what was not.")
  int convert(
      @Parameters(paramLabel = "FILE.jmx", description = "The plan; it is not changed.") Path file,
      @Option(
              names = "--out",
              paramLabel = "FILE",
              description = "The copy. Default: FILE-open.jmx next to the plan.")
          Optional<Path> written) {
    Path to = written.orElseGet(() -> copyOf(file));
    Problems problems = new Problems();
    if (Files.exists(to)) {
      problems.wrong(
          Place.of(to.toString()),
          "the file exists, and is not overwritten",
          "the name of a new file",
          "give another one with --out, or remove it");
    }
    problems.refuseIfAny();
    Converted converted = converted(file, problems);
    try {
      Files.writeString(to, converted.text(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "%s cannot be written; expected a folder that can be written to: give another file with --out"
              .formatted(to),
          e);
    }
    print(converted, file, to);
    return 0;
  }

  private static Converted converted(Path file, Problems problems) {
    try {
      return JmxConverter.convert(JmxDocument.read(file));
    } catch (JmxException e) {
      e.report(problems);
      problems.refuseIfAny();
      throw e;
    }
  }

  private static Path copyOf(Path file) {
    Path name = file.getFileName();
    String stem = name == null ? "plan" : name.toString().replaceFirst("\\.jmx$", "");
    return file.resolveSibling(stem + "-open.jmx");
  }

  private void print(Converted converted, Path file, Path to) {
    out.printf("%s is an open-loop copy of %s.%n%nChanged%n", to, file);
    converted.changed().forEach(line -> out.printf("  %s%n", line));
    out.printf("%nNot changed%n");
    converted.kept().forEach(line -> out.printf("  %s%n", line));
    if (converted.kept().isEmpty()) {
      out.printf("  nothing had to stay%n");
    }
    out.printf(
        "%nWhat the open loop means%n"
            + "  rate is in arrivals per second, and an arrival is %s.%n"
            + "  Arrivals are due at times that are fixed before the first request, whatever the"
            + " answers take. The first request%n"
            + "  of an arrival is timed from its due time, each later one from when it is sent. An"
            + " arrival occupies a thread until its%n"
            + "  last answer: with long think times inside, raise -Dconnections or the plan's"
            + " property mostConnections.%n"
            + "%nTo measure it: plans: [{name: %s, jmx: %s}] in an experiment file; literal addresses"
            + " need target: as before.%n",
        converted.arrival(),
        String.valueOf(to.getFileName()).replaceFirst("\\.jmx$", ""),
        to.getFileName());
  }
}
