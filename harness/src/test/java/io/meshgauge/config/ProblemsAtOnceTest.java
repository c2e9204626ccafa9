package io.meshgauge.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.meshgauge.yaml.InvalidInputException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProblemsAtOnceTest {
  @TempDir Path folder;

  @Test
  void allProblemsOfFileAndOptionsAreReportedInOrderOfPlace() throws IOException {
    Path home = SampleHome.in(folder);
    Path file = home.resolve("broken.yaml");
    Files.writeString(file, resource("broken.yaml"));
    Overrides overrides =
        Overrides.NONE.and(Map.of("platform", "locl", "rte", "1", "slo.p99", "1ms"));

    InvalidInputException refused =
        catchThrowableOfType(
            InvalidInputException.class,
            () -> new Configuration(home, FakeMesh.all()).file(file, overrides));

    String message =
        refused
            .getMessage()
            .replace(home.toString() + "/", "")
            .replace(home.toString(), "HOME")
            .replace(String.join(", ", Overrides.names()), "NAMES");
    assertThat(message.strip()).isEqualTo(resource("broken.problems.txt").strip());
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = ProblemsAtOnceTest.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
