package io.meshgauge.config;

import io.meshgauge.experiment.KnownAmount;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Variant;
import io.meshgauge.product.Product;
import io.meshgauge.yaml.Nearest;
import io.meshgauge.yaml.Place;
import io.meshgauge.yaml.Problems;
import java.util.List;
import java.util.stream.Stream;

/**
 * The built-in experiments: one per product, and {@code compare} for all meshes that can run here.
 */
public final class Profiles {
  /**
   * Every mesh that can run on the platform, except load balancers, which need replicas, and
   * cluster networks, of which a cluster has only one at a time.
   */
  public static final String COMPARE = "compare";

  /** Hours of load on one mesh, to find drifts and failures. */
  public static final String SOAK = "soak";

  /** Arms that add known amounts to every request, to calibrate the harness on a platform. */
  public static final String KNOWN_AMOUNTS = "known-amounts";

  private static final String DEFAULT_SOAK_MESH = "istio-mtls";

  private final List<Product> meshes;

  Profiles(List<Product> meshes) {
    this.meshes = List.copyOf(meshes);
  }

  /** The names of all profiles. */
  public List<String> names() {
    return Stream.concat(
            meshes.stream().map(product -> product.descriptor().key()),
            Stream.of(COMPARE, SOAK, KNOWN_AMOUNTS))
        .toList();
  }

  private static Variant baselineWith(String name, KnownAmount amount, String value) {
    return Variant.plain(Variant.BASELINE).with(amount.setting(), value).named(name);
  }

  /**
   * The variants that a profile compares with the baseline; empty, with a problem, if the profile
   * does not exist.
   */
  List<Variant> variants(String name, PlatformKind platform, Problems problems) {
    Place place = Place.of("profile " + name);
    if (name.equals(SOAK)) {
      return List.of(Variant.plain(DEFAULT_SOAK_MESH));
    }
    if (name.equals(KNOWN_AMOUNTS)) {
      return List.of(
          baselineWith("delay-200us", KnownAmount.DELAY, "200us"),
          baselineWith("delay-1ms", KnownAmount.DELAY, "1ms"),
          baselineWith("delay-5ms", KnownAmount.DELAY, "5ms"),
          baselineWith("cpu-1ms", KnownAmount.CPU, "1ms"));
    }
    if (!names().contains(name)) {
      problems.wrong(
          place,
          "there is no profile and no file \"%s\"".formatted(name),
          "a file that exists, or one of " + String.join(", ", names()),
          Nearest.advice(name, names()));
      return List.of();
    }
    return name.equals(COMPARE)
        ? meshes.stream()
            .filter(mesh -> mesh.descriptor().on(platform).available())
            .filter(mesh -> !mesh.descriptor().isBalancer() && !mesh.descriptor().isNetwork())
            .map(mesh -> Variant.plain(mesh.descriptor().key()))
            .toList()
        : meshes.stream()
            .filter(mesh -> mesh.descriptor().key().equals(name))
            .flatMap(mesh -> mesh.descriptor().profile().stream())
            .toList();
  }
}
