package io.meshgauge.cli;

import io.meshgauge.cli.help.Names;
import io.meshgauge.cli.listing.Catalog;
import io.meshgauge.cli.listing.CatalogText;
import io.meshgauge.config.Configuration;
import io.meshgauge.product.Product;
import io.meshgauge.report.json.JsonFormat;
import io.meshgauge.yaml.Nearest;
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The verb {@code list}: names that an experiment can use. */
@Command(
    name = "list",
    description = "List meshes, profiles, plans and metrics, or details of one.")
final class ListVerb implements Callable<Integer> {
  private final CliContext context;

  @Parameters(
      arity = "0..1",
      paramLabel = "NAME",
      completionCandidates = Names.Listed.class,
      description =
          "A mesh, profile, plan or metric whose details to print. Default: all, in short.")
  private @Nullable String name;

  @Option(
      names = "--combinations",
      description = "Print which mesh supports which policy and telemetry, and why not elsewhere.")
  private boolean combinations;

  @Option(
      names = "--defaults",
      description = "Print the default experiment file instead; it documents every key.")
  private boolean defaults;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  ListVerb(CliContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    PrintStream out = context.out();
    if (defaults) {
      out.print(Configuration.reference());
      return ExitCode.OK.code();
    }
    Catalog catalog = catalog(context);
    CatalogText text = new CatalogText(catalog, out, context.terminal().columnsOfText());
    List<Product> meshes = context.engine().meshes();
    if (json) {
      out.print(JsonFormat.write(catalog));
    } else if (combinations) {
      new VariantMatrix(meshes).print(text);
    } else if (name == null) {
      text.all();
    } else if (text.details(name)) {
      meshes.stream()
          .filter(mesh -> mesh.descriptor().key().equals(name))
          .forEach(mesh -> new VariantMatrix(List.of(mesh)).print(text));
    } else {
      throw new EngineException(
          ExitCode.BAD_INPUT,
          "there is no \"%s\"%n    expected: a mesh, profile, plan or metric, as ./meshgauge list prints them%n    do: %s"
              .formatted(name, Nearest.advice(name, catalog.names())),
          null);
    }
    return ExitCode.OK.code();
  }

  /** The names of an installation. */
  static Catalog catalog(CliContext context) {
    return Catalog.of(
        context.engine().meshes(),
        context.configuration().profiles().names(),
        context.configuration().plans().reserved());
  }
}
