package io.meshgauge.cli.help;

import io.meshgauge.config.Configuration;
import io.meshgauge.measure.Metric;
import io.meshgauge.product.registry.Products;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;

/** Names that a shell completes; they are those of the registered products. */
public final class Names {
  private Names() {}

  private static List<String> meshes() {
    return Products.all().stream().map(mesh -> mesh.descriptor().key()).toList();
  }

  private static List<String> profiles() {
    return new Configuration(Path.of(""), Products.all()).profiles().names();
  }

  /** Every mesh. */
  public static final class Meshes implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return meshes().iterator();
    }
  }

  /** Every profile. */
  public static final class Profiles implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return profiles().iterator();
    }
  }

  /** Every name that {@code list} has details of. */
  public static final class Listed implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Stream.concat(profiles().stream(), Arrays.stream(Metric.values()).map(Metric::key))
          .iterator();
    }
  }
}
