package io.meshgauge.cli;

import io.meshgauge.config.Configuration;
import io.meshgauge.experiment.Fidelity;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.measure.Metric;
import io.meshgauge.product.PlatformSupport;
import io.meshgauge.product.Product;
import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The verb {@code list}: names that an experiment can use. */
@Command(
    name = "list",
    description = "List meshes, what they can be combined with, profiles, plans and metrics.")
final class ListVerb implements Callable<Integer> {
  private final CliContext context;

  @Option(
      names = "--defaults",
      description = "Print the default experiment file instead; it documents every key.")
  private boolean defaults;

  ListVerb(CliContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    if (defaults) {
      context.out().print(Configuration.reference());
      return ExitCode.OK.code();
    }
    PrintStream out = context.out();
    out.println("Meshes");
    context.engine().meshes().forEach(this::mesh);
    new VariantMatrix(context.engine().meshes()).print(out);
    out.printf("%nProfiles%n");
    context.configuration().profiles().names().forEach(name -> out.println("  " + name));
    out.printf("%nPlans (%s)%n", context.configuration().plans().folder());
    context.configuration().plans().names().forEach(name -> out.println("  " + name));
    out.printf("  %s (built in: a TCP stream by iperf3, no requests)%n", Plan.TCP);
    out.printf("%nMetrics%n");
    for (Metric metric : Metric.values()) {
      out.printf(Locale.ROOT, "  %-20s %s%s%n", metric.key(), metric.title(), unit(metric));
    }
    return ExitCode.OK.code();
  }

  private void mesh(Product mesh) {
    for (PlatformKind platform : PlatformKind.values()) {
      PlatformSupport support = mesh.descriptor().on(platform);
      String how = support.asFidelity().map(Fidelity::key).orElse("not yet");
      context
          .out()
          .printf(
              Locale.ROOT,
              "  %-17s %-11s %-8s %s%n",
              platform == PlatformKind.LOCAL ? mesh.descriptor().key() : "",
              platform.key(),
              how,
              mesh.descriptor().title(platform));
      context.out().printf(Locale.ROOT, "  %-17s %-11s %-8s %s%n", "", "", "", support.details());
    }
  }

  private static String unit(Metric metric) {
    String symbol = metric.unit().symbol();
    return symbol.isEmpty() ? "" : " [" + symbol + "]";
  }
}
