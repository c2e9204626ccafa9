package io.meshgauge.config;

import io.meshgauge.fuzz.Fuzz;
import io.meshgauge.fuzz.TokenCases;
import io.meshgauge.yaml.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hostile experiment files through the whole reader. */
@Tag("fuzz")
class ExperimentFuzzTest {
  private static final String FULL =
      """
      name: istio-cost
      seed: 7
      variants:
        - baseline
        - {name: mtls, mesh: istio-mtls, policy: none, telemetry: default, settings: {retries: 2}}
      plans: [steady, {name: stress, duration: 2m, properties: {peaks: 3}}]
      protocol: {replicates: 5, rate: 200/s, arrival: uniform, warmup-requests: 9000,
                 connections: 8, noise-floor: false}
      slos: {response_p50: 20ms, error_ratio: none}
      """;

  private static final String SHORT =
      """
      variants: [baseline, envoy]
      plans:
        - baseline
      protocol: &p
        replicates: 3
        rate: auto
      scoring:
        weights: {equal: {response_p99: 0.5, cpu_system: 0.5}}
      slos:
        response_p99: 250ms
        "error_ratio": 0.1%
      """;

  /** Text that may or may not be valid anywhere in YAML; ~ is a line end. */
  private static final String[] WORDS =
      "&a |*a|*p|<<: *p|!!java.net.URL |!x |? |---~|...~|%YAML 9~|>-~|'|\"|{|}|[|]|: |- |#|../../x|tcp|duration: 0s~"
          .concat("|1e400s|-5/s|99999999999999999999m|NaN|.inf|0x1F|platform: kubernetes~|\t|~")
          .replace('~', '\n')
          .split("\\|");

  /** Text in place of values. */
  private static final String[] VALUES =
      "0 -1 1e400 NaN 9223372036854775808 99999999999m 0.1% -5/s 1e9/s true none null ~ '' [] {} [[[]]]"
          .concat(
              " {a:{b:{c:d}}} *p &a !!str tcp capacity retry-storm kubernetes auto ../../etc a/b")
          .concat(" x:y <script> poisson response_p50 throughput baseline envoy")
          .split(" ");

  @TempDir Path folder;

  @Test
  void experiments() throws IOException {
    Configuration configuration = new Configuration(SampleHome.in(folder), FakeMesh.all());
    Path file = folder.resolve("mine.yaml");

    Fuzz.of("experiment YAML", FULL, SHORT)
        .words(WORDS)
        .structured(2, new TokenCases(List.of(FULL, SHORT), VALUES))
        .refuses(InvalidInputException.class, "mine.yaml")
        .run(
            text -> {
              Files.write(file, text);
              configuration.file(file, Overrides.NONE);
            });
  }
}
