package io.meshgauge.cli;

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
 * What each mesh can be put together with, and on which platform: a column for each mesh that runs
 * somewhere, a row for each word of a factor; below it why not, in the words in which such a
 * variant is refused.
 */
final class VariantMatrix {
  private static final List<Factor> FACTORS =
      List.of(
          new Factor(
              "policy",
              PolicySettings.NAMES,
              (mesh, word) -> variant(mesh, word, Telemetry.DEFAULT.name())),
          new Factor(
              "telemetry",
              Telemetry.ALL.stream().map(Telemetry::name).toList(),
              (mesh, word) -> variant(mesh, PolicySettings.NONE, word)));

  private final List<Product> meshes;

  /** A matrix of those of the meshes that run on some platform. */
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
   * A setting of a variant that has one value, other than its mesh.
   *
   * @param name as in an experiment file
   * @param with the variant of a mesh that has a word
   */
  private record Factor(
      String name, List<String> words, BiFunction<Product, String, Variant> with) {}

  private static Variant variant(Product mesh, String policy, String telemetry) {
    return new Variant(
        mesh.descriptor().key(), mesh.descriptor().key(), policy, telemetry, new TreeMap<>());
  }

  /** Prints the table and the reasons. */
  void print(PrintStream out) {
    out.printf("%nVariants (L: on local, K: on kubernetes, -: nowhere)%n");
    out.println(line("", product -> product.descriptor().key()));
    for (Factor factor : FACTORS) {
      for (String word : factor.words()) {
        String head = factor.name() + ": " + word;
        out.println(line(head, mesh -> marks(mesh, factor.with().apply(mesh, word))));
      }
    }
    out.printf("%nWhy not%n");
    for (Product mesh : meshes) {
      for (PlatformKind platform : PlatformKind.values()) {
        FACTORS.forEach(factor -> whyNot(out, mesh, platform, factor));
      }
    }
  }

  private String line(String head, Function<Product, String> cell) {
    return meshes.stream()
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

  /** One sentence for all words that a mesh does not take on a platform for the same reason. */
  private static void whyNot(PrintStream out, Product mesh, PlatformKind platform, Factor factor) {
    if (!mesh.descriptor().on(platform).available()) {
      return;
    }
    Map<String, String> problems = new LinkedHashMap<>();
    for (String word : factor.words()) {
      mesh.problems(factor.with().apply(mesh, word), platform)
          .forEach(problem -> problems.putIfAbsent(problem.replace("'" + word + "'", ""), problem));
    }
    problems.values().stream()
        // What is taken stands in the table above; of the refusal the reason is left.
        .map(problem -> problem.replaceFirst("expected [^;]*; ", ""))
        .forEach(why -> out.printf(Locale.ROOT, "  %-11s %s%n", platform.key(), why));
  }
}
