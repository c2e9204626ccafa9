package io.meshgauge.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.Experiment;
import io.meshgauge.product.registry.Products;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The experiments below {@code docs/benchmarks} must be valid. */
class ShippedExperimentsTest {
  private static final Path HOME =
      Path.of(System.getProperty("meshgauge.home", "..")).toAbsolutePath().normalize();
  private static final String FOLDER = "docs/benchmarks/";

  @TempDir Path folder;

  static List<Path> experiments() throws IOException {
    try (Stream<Path> files = Files.walk(HOME.resolve(FOLDER))) {
      return files.filter(ShippedExperimentsTest::isExperiment).sorted().toList();
    }
  }

  private static boolean isExperiment(Path file) {
    try {
      return file.toString().endsWith(".yaml")
          && Files.readString(file).lines().anyMatch(line -> line.startsWith("variants:"));
    } catch (IOException e) {
      throw new IllegalStateException("cannot read " + file, e);
    }
  }

  @Test
  void experimentsExist() throws IOException {
    assertThat(experiments()).hasSizeGreaterThanOrEqualTo(5);
  }

  @ParameterizedTest
  @MethodSource("experiments")
  void experimentIsReadWithoutProblems(Path file) throws IOException {
    // Policy files are relative to the root of the project, where the command is run.
    String text = Files.readString(file).replace(FOLDER, HOME.resolve(FOLDER) + "/");
    Path copy = Files.writeString(folder.resolve(file.getFileName()), text);

    Experiment experiment =
        new Configuration(HOME, Products.all()).file(copy, Overrides.NONE).experiment();

    assertThat(experiment.name()).isEqualTo(file.getFileName().toString().replace(".yaml", ""));
    assertThat(experiment.variants()).isNotEmpty();
  }
}
