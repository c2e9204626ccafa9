package io.meshgauge.mesh.envoy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A real Envoy for tests; tests that need one are skipped, with the reason, where there is none.
 */
public final class EnvoyBinary {
  private EnvoyBinary() {}

  /** The binary of {@code meshgauge.envoy}, {@code MESHGAUGE_ENVOY} or the PATH; or skips. */
  public static Path orSkip() {
    Optional<Path> found =
        candidates()
            .map(Path::of)
            .filter(Files::isRegularFile)
            .filter(Files::isExecutable)
            .findFirst();
    assumeTrue(
        found.isPresent(),
        "no Envoy: set -Dmeshgauge.envoy=FILE or MESHGAUGE_ENVOY, or put envoy on the PATH");
    return found.orElseThrow();
  }

  /** Lets Envoy validate a configuration; fails with Envoy's words when it does not like it. */
  public static void validate(Path binary, Path config) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                binary.toString(),
                "--mode",
                "validate",
                "--log-level",
                "warn",
                "-c",
                config.toString())
            .redirectErrorStream(true)
            .start();
    String words = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(words).isZero();
    assertThat(words).as("deprecations and warnings").doesNotContain("deprecated");
  }

  private static Stream<String> candidates() {
    List<String> candidates = new ArrayList<>();
    candidates.add(System.getProperty("meshgauge.envoy", ""));
    candidates.add(Optional.ofNullable(System.getenv("MESHGAUGE_ENVOY")).orElse(""));
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    for (String folder : path.split(File.pathSeparator, -1)) {
      candidates.add(folder + "/envoy");
    }
    return candidates.stream().filter(candidate -> !candidate.isBlank());
  }
}
