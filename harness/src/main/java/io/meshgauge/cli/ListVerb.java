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

/** The verb {@code list}: what there is to name in an experiment. */
@Command(
    name = "list",
    description = "List meshes, what they can be combined with, profiles, plans and metrics.")
final class ListVerb implements Callable<Integer> {
  private final CliContext desk;

  @Option(
      names = "--defaults",
      description = "Print the defaults instead, which are the manual of the experiment file.")
  private boolean defaults;

  ListVerb(CliContext desk) {
    this.desk = desk;
  }

  @Override
  public Integer call() {
    if (defaults) {
      desk.out().print(Configuration.reference());
      return ExitCode.OK.code();
    }
    PrintStream out = desk.out();
    out.println("Meshes");
    desk.engine().meshes().forEach(this::mesh);
    new VariantMatrix(desk.engine().meshes()).print(out);
    out.printf("%nProfiles%n");
    desk.configuration().profiles().names().forEach(name -> out.println("  " + name));
    out.printf("%nPlans (%s)%n", desk.configuration().plans().folder());
    desk.configuration().plans().names().forEach(name -> out.println("  " + name));
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
      desk.out()
          .printf(
              Locale.ROOT,
              "  %-17s %-11s %-8s %s%n",
              platform == PlatformKind.LOCAL ? mesh.descriptor().key() : "",
              platform.key(),
              how,
              mesh.descriptor().title(platform));
      desk.out().printf(Locale.ROOT, "  %-17s %-11s %-8s %s%n", "", "", "", support.details());
    }
  }

  private static String unit(Metric metric) {
    String symbol = metric.unit().symbol();
    return symbol.isEmpty() ? "" : " [" + symbol + "]";
  }
}
