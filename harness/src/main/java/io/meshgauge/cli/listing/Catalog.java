package io.meshgauge.cli.listing;

import io.meshgauge.experiment.Fidelity;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.Metric;
import io.meshgauge.product.PlatformSupport;
import io.meshgauge.product.Product;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The names that an experiment can use: the answer of {@code list --json}.
 *
 * @param meshes all, in the order of the registry
 * @param profiles built-in experiments
 * @param plans that need no file of the user
 * @param metrics in the order of the report
 */
public record Catalog(
    List<Mesh> meshes, List<String> profiles, List<String> plans, List<MetricRow> metrics) {

  /**
   * A mesh.
   *
   * @param platforms by name
   */
  public record Mesh(String name, Map<String, Support> platforms) {}

  /**
   * A mesh on a platform.
   *
   * @param fidelity real or model; null if it cannot run there
   * @param title display name there
   * @param details how it is set up, or why it cannot run
   */
  public record Support(@Nullable String fidelity, String title, String details) {
    String mark() {
      return fidelity == null ? "-" : fidelity;
    }
  }

  /**
   * A metric.
   *
   * @param unit in which objectives are printed; empty for a count
   */
  public record MetricRow(String name, String title, String unit) {}

  /** The catalog of an installation. */
  public static Catalog of(List<Product> meshes, List<String> profiles, List<String> plans) {
    return new Catalog(
        meshes.stream().map(Catalog::mesh).toList(),
        profiles,
        plans,
        Arrays.stream(Metric.values())
            .map(it -> new MetricRow(it.key(), it.title(), Amounts.symbol(it.unit())))
            .toList());
  }

  private static Mesh mesh(Product product) {
    Map<String, Support> platforms = new LinkedHashMap<>();
    for (PlatformKind platform : PlatformKind.values()) {
      PlatformSupport support = product.descriptor().on(platform);
      platforms.put(
          platform.key(),
          new Support(
              support.asFidelity().map(Fidelity::key).orElse(null),
              product.descriptor().title(platform),
              support.details()));
    }
    return new Mesh(product.descriptor().key(), platforms);
  }

  /** Every name, for messages and completion. */
  public List<String> names() {
    return Stream.of(
            meshes.stream().map(Mesh::name),
            profiles.stream(),
            plans.stream(),
            metrics.stream().map(MetricRow::name))
        .flatMap(it -> it)
        .distinct()
        .toList();
  }
}
