package io.meshgauge.cli.init;

import io.meshgauge.cli.help.Names;
import io.meshgauge.config.Configuration;
import io.meshgauge.config.ExperimentFile;
import io.meshgauge.config.Overrides;
import io.meshgauge.experiment.Variant;
import io.meshgauge.yaml.InvalidInputException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The verb {@code init}: writes a commented experiment file, and that of an application. */
@Command(
    name = "init",
    description =
        "Write a commented experiment file to start from, and with --application that of an"
            + " application. Overwrites nothing.")
public final class InitVerb implements Callable<Integer> {
  private static final String TEMPLATE = "experiment.yaml";
  private static final String APPLICATION = "application.yaml";

  private final Supplier<Configuration> configuration;
  private final PrintStream out;

  @Spec private @Nullable CommandSpec spec;

  @Parameters(
      arity = "0..1",
      paramLabel = "FILE",
      defaultValue = TEMPLATE,
      description = "The file to write. Default: ${DEFAULT-VALUE}.")
  private Path file = Path.of(TEMPLATE);

  @Option(
      names = "--meshes",
      paramLabel = "MESH",
      split = ",",
      completionCandidates = Names.Meshes.class,
      description = "Meshes to compare with the baseline, by commas. Default: istio-mtls.")
  private List<String> meshes = new ArrayList<>(List.of("istio-mtls"));

  @Option(
      names = "--plans",
      paramLabel = "PLAN",
      split = ",",
      description = "Plans to load them with, by commas. Default: steady.")
  private List<String> plans = new ArrayList<>(List.of("steady"));

  @Option(
      names = "--application",
      paramLabel = "FILE",
      description =
          "File of your own application, relative to the new file; a draft is written if it does not"
              + " exist. Default: the sample.")
  private @Nullable String application;

  /**
   * The verb.
   *
   * @param configuration reader of experiment files
   * @param out receives what to do next
   */
  public InitVerb(Supplier<Configuration> configuration, PrintStream out) {
    this.configuration = configuration;
    this.out = out;
  }

  @Override
  public Integer call() {
    List<Path> written = new ArrayList<>();
    create(file, text());
    written.add(file);
    try {
      draft().ifPresent(written::add);
      ExperimentFile read = configuration.get().file(file, Overrides.NONE);
      out.printf(
          "%s: %s%n",
          file,
          read.experiment().arms().stream().map(Variant::name).collect(Collectors.joining(", ")));
      read.notes().forEach(note -> out.printf("note: %s%n", note));
    } catch (InvalidInputException e) {
      if (!e.onlyMissing()) {
        written.forEach(InitVerb::delete);
        throw e;
      }
      out.printf("%s cannot run on this machine as it is:%n%s%n", file, e.getMessage());
    }
    out.printf("next: ./meshgauge describe %s%n", file);
    return 0;
  }

  /** The draft of the application's file, where that does not exist yet. */
  private Optional<Path> draft() {
    if (application == null || Files.exists(file.resolveSibling(application))) {
      return Optional.empty();
    }
    Path draft = file.resolveSibling(application);
    create(draft, template(APPLICATION));
    out.printf("%s: a draft of two services; put yours in their place%n", draft);
    return Optional.of(draft);
  }

  private void create(Path file, String text) {
    try {
      Files.writeString(file, text, StandardCharsets.UTF_8, StandardOpenOption.CREATE_NEW);
    } catch (FileAlreadyExistsException e) {
      throw new ParameterException(
          Objects.requireNonNull(spec).commandLine(),
          "%s exists, and is not overwritten; expected the name of a new file: give another one, or remove it"
              .formatted(file),
          e);
    } catch (IOException e) {
      throw new ParameterException(
          Objects.requireNonNull(spec).commandLine(),
          "%s cannot be written (%s); expected a folder that exists and can be written to: create it, or give another file"
              .formatted(file, e.getClass().getSimpleName()),
          e);
    }
  }

  /** What does not describe an experiment was never there. */
  private static void delete(Path file) {
    try {
      Files.delete(file);
    } catch (IOException e) {
      throw new UncheckedIOException("%s cannot be removed: remove it".formatted(file), e);
    }
  }

  private String text() {
    String named =
        application == null
            ? "# application: shop/application.yaml"
            : "application: " + application;
    return template(TEMPLATE)
        .replace("${file}", file.toString())
        .replace("${application}", named)
        .replace("${variants}", items(meshes))
        .replace("${plans}", items(plans));
  }

  private static String items(List<String> names) {
    return names.stream().map(name -> "  - " + name.strip()).collect(Collectors.joining("\n"));
  }

  /** The text of a new file, with places for what the options choose. */
  private static String template(String name) {
    try (InputStream in = InitVerb.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + name, e);
    }
  }
}
