package io.meshgauge.cli;

import io.meshgauge.cli.listing.CatalogText;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Telemetry;
import io.meshgauge.experiment.Variant;
import io.meshgauge.product.PolicySettings;
import io.meshgauge.product.Product;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Matrix of the supported combinations: a column per mesh, a row per policy and telemetry setting,
 * the platforms in the cells. The reasons for unsupported combinations follow, as the reader of
 * experiment files reports them.
 */
final class VariantMatrix {
  private static final List<Factor> FACTORS =
      List.of(
          new Factor(
              "policy",
              PolicySettings.NAMES,
              (mesh, value) -> variant(mesh, value, Telemetry.DEFAULT.name())),
          new Factor(
              "telemetry",
              Telemetry.ALL.stream().map(Telemetry::name).toList(),
              (mesh, value) -> variant(mesh, PolicySettings.NONE, value)));

  private final List<Product> meshes;

  /** A matrix of the meshes that run on at least one platform. */
  VariantMatrix(List<Product> meshes) {
    this.meshes =
        meshes.stream()
            .filter(
                mesh ->
                    Arrays.stream(PlatformKind.values())
                        .anyMatch(it -> mesh.descriptor().on(it).available()))
            .toList();
  }

  /**
   * A property of a variant other than its mesh.
   *
   * @param name as in an experiment file
   * @param values all values
   * @param with makes the variant of a mesh with a value
   */
  private record Factor(
      String name, List<String> values, BiFunction<Product, String, Variant> with) {}

  private static Variant variant(Product mesh, String policy, String telemetry) {
    return new Variant(
        mesh.descriptor().key(), mesh.descriptor().key(), policy, telemetry, new TreeMap<>());
  }

  /** Prints the tables and the reasons, wrapped to the text's columns. */
  void print(CatalogText text) {
    PrintStream out = text.out();
    out.printf("%nPolicies and telemetry (L: on local, K: on kubernetes, -: nowhere)%n");
    int from = 0;
    while (from < meshes.size()) {
      int to = from + 1;
      while (to < meshes.size() && width(from, to + 1) <= text.columns()) {
        to++;
      }
      table(out, meshes.subList(from, to));
      from = to;
    }
    out.printf("%nWhy not%n");
    for (Product mesh : meshes) {
      for (PlatformKind platform : PlatformKind.values()) {
        FACTORS.forEach(factor -> whyNot(text, mesh, platform, factor));
      }
    }
  }

  private int width(int from, int to) {
    return line("", meshes.subList(from, to), mesh -> mesh.descriptor().key()).length();
  }

  private static void table(PrintStream out, List<Product> some) {
    out.println(line("", some, mesh -> mesh.descriptor().key()));
    for (Factor factor : FACTORS) {
      for (String value : factor.values()) {
        String head = factor.name() + ": " + value;
        out.println(line(head, some, mesh -> marks(mesh, factor.with().apply(mesh, value))));
      }
    }
  }

  private static String line(String head, List<Product> some, Function<Product, String> cell) {
    return some.stream()
        .map(mesh -> String.format("%-" + mesh.descriptor().key().length() + "s", cell.apply(mesh)))
        .collect(Collectors.joining("  ", String.format(Locale.ROOT, "  %-28s", head), ""))
        .stripTrailing();
  }

  private static String marks(Product mesh, Variant variant) {
    String marks =
        Arrays.stream(PlatformKind.values())
            .filter(platform -> mesh.descriptor().on(platform).available())
            .filter(platform -> mesh.problems(variant, platform).isEmpty())
            .map(platform -> platform.key().substring(0, 1).toUpperCase(Locale.ROOT))
            .collect(Collectors.joining(" "));
    return marks.isEmpty() ? "-" : marks;
  }

  /** Prints one sentence for all values that a mesh rejects for the same reason. */
  private static void whyNot(CatalogText text, Product mesh, PlatformKind platform, Factor factor) {
    if (!mesh.descriptor().on(platform).available()) {
      return;
    }
    Map<String, String> problems = new LinkedHashMap<>();
    for (String value : factor.values()) {
      mesh.problems(factor.with().apply(mesh, value), platform)
          .forEach(
              problem -> problems.putIfAbsent(problem.replace("'" + value + "'", ""), problem));
    }
    problems.values().stream()
        // The table above shows the accepted values; only the reason is printed here.
        .map(problem -> problem.replaceFirst("expected [^;]*; ", ""))
        .distinct()
        .forEach(why -> text.wrapped("  ", platform.key() + ": " + why));
  }
}
