package io.meshgauge.product.envoy;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.platform.local.RealPrograms;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A real Envoy for tests; tests that need one are skipped, with the reason, if it is missing. */
public final class EnvoyBinary {
  private EnvoyBinary() {}

  /** The binary, found as the harness finds it; skips the test otherwise. */
  public static Path orSkip() {
    return RealPrograms.orSkip("envoy");
  }

  /** Validates a configuration with Envoy; fails with Envoy's output when it rejects it. */
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
}
