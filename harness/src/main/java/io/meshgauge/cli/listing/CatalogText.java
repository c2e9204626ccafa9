package io.meshgauge.cli.listing;

import io.meshgauge.cli.listing.Catalog.Mesh;
import io.meshgauge.cli.listing.Catalog.MetricRow;
import io.meshgauge.cli.listing.Catalog.Support;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.report.console.TextWrap;
import java.io.PrintStream;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The catalog as text: a table that fits a terminal, and the details of one name.
 *
 * @param columns at which lines are wrapped
 */
public record CatalogText(Catalog catalog, PrintStream out, int columns) {
  private static final String ROW = "  %-17s %-6s %-11s %s%n";

  /** Prints all names. */
  public void all() {
    out.println("Meshes (real: the product; model: rebuilt from plain Envoy; -: cannot run)");
    out.printf(ROW, "name", PlatformKind.LOCAL.key(), PlatformKind.KUBERNETES.key(), "what it is");
    for (Mesh mesh : catalog.meshes()) {
      Support cluster = on(mesh, PlatformKind.KUBERNETES);
      out.printf(
          ROW,
          mesh.name(),
          on(mesh, PlatformKind.LOCAL).mark(),
          cluster.mark(),
          cluster.fidelity() == null ? on(mesh, PlatformKind.LOCAL).title() : cluster.title());
    }
    out.printf("%nProfiles%n");
    List<String> names = catalog.meshes().stream().map(Mesh::name).toList();
    List<String> others = catalog.profiles().stream().filter(it -> !names.contains(it)).toList();
    wrapped("  ", "every mesh by its name, and " + String.join(", ", others));
    out.printf("%nPlans%n");
    wrapped("  ", String.join(", ", catalog.plans()));
    out.printf("%nMetrics%n");
    wrapped("  ", String.join(", ", catalog.metrics().stream().map(MetricRow::name).toList()));
    out.println();
    wrapped(
        "",
        "More: list NAME (details of a mesh or a metric), list --combinations (policies and telemetry"
            + " of every mesh), list --defaults (every key of a file), list --json.");
  }

  /**
   * Prints the details of a name.
   *
   * @return whether the catalog has it
   */
  public boolean details(String name) {
    Optional<Mesh> mesh =
        catalog.meshes().stream().filter(it -> it.name().equals(name)).findFirst();
    mesh.ifPresent(this::mesh);
    Optional<MetricRow> metric =
        catalog.metrics().stream().filter(it -> it.name().equals(name)).findFirst();
    metric.ifPresent(
        it ->
            out.printf(
                "Metric %s: %s%s%n",
                name, it.title(), it.unit().isEmpty() ? "" : " [" + it.unit() + "]"));
    if (catalog.plans().contains(name)) {
      out.printf("Plan %s: ./meshgauge describe -Dplans=%s shows its windows%n", name, name);
    }
    if (catalog.profiles().contains(name)) {
      out.printf("Profile %s: ./meshgauge describe %s shows what it runs%n", name, name);
    }
    return catalog.names().contains(name);
  }

  private void mesh(Mesh mesh) {
    out.println("Mesh " + mesh.name());
    mesh.platforms()
        .forEach(
            (platform, support) -> {
              out.printf("  %-11s %-6s %s%n", platform, support.mark(), support.title());
              wrapped("    ", support.details());
            });
  }

  /** Prints words in lines of at most the columns, all indented alike. */
  public void wrapped(String indent, String words) {
    TextWrap.lines(indent, indent.length(), words, columns).forEach(out::println);
  }

  private static Support on(Mesh mesh, PlatformKind platform) {
    return Objects.requireNonNull(mesh.platforms().get(platform.key()));
  }
}
