package io.meshgauge.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.meshgauge.experiment.Protocol.StopRule;
import io.meshgauge.experiment.Protocol.StopRule.Limit;
import io.meshgauge.yaml.InvalidInputException;
import io.meshgauge.yaml.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StopReaderTest {
  private static final String APPLICATION =
      """
      name: shop
      services: {web: {port: 8080, protocol: http, run: {command: [web]}}}
      calls: []
      load: web
      requests: {items: {path: /items}}
      """;

  @TempDir Path folder;

  @Test
  void anApplicationOfTheUserHasALimitOfErrorsByDefault() throws IOException {
    StopRule rule = read("application: application.yaml");

    assertThat(rule.errorRatio().map(Limit::value)).hasValue(0.5);
    assertThat(rule.errorRatio().map(Limit::source).orElseThrow()).startsWith("the default of");
    assertThat(rule.responseP99()).isEmpty();
    assertThat(rule.seconds()).isEqualTo(5);
  }

  @Test
  void theSampleHasOneIfItIsWritten() throws IOException {
    assertThat(read("name: x")).extracting(StopRule::errorRatio).isEqualTo(Optional.empty());
    assertThat(read("stop: {error_ratio: 20%, for: 2s}"))
        .isEqualTo(
            new StopRule(
                Optional.of(new Limit(0.2, folder + "/test.yaml:1:21 (stop.error_ratio)")),
                Optional.empty(),
                2));
  }

  @Test
  void writtenLimitsNameTheirPlace() throws IOException {
    StopRule rule =
        read(
            """
            application: application.yaml
            stop:
              response_p99: 1.5s
              for: 10s
            """);

    assertThat(rule.responseP99())
        .hasValue(new Limit(1.5, folder + "/test.yaml:3:17 (stop.response_p99)"));
    assertThat(rule.errorRatio()).as("the default stays").isPresent();
    assertThat(rule.seconds()).isEqualTo(10);
  }

  @Test
  void noneSwitchesItOff() throws IOException {
    assertThat(read("application: application.yaml\nstop: none")).isEqualTo(StopRule.NONE);
    assertThat(read("application: application.yaml\nstop: {error_ratio: none}").errorRatio())
        .isEmpty();
  }

  @Test
  void aSoakHasTheRuleToo() throws IOException {
    assertThat(read("application: application.yaml\nplans: [soak]\nvariants: [envoy]").errorRatio())
        .isPresent();
  }

  @Test
  void allProblemsAreReportedWithTheirPlaces() throws IOException {
    InvalidInputException refused =
        catchThrowableOfType(
            InvalidInputException.class,
            () -> read("stop: {errors: 1, error_ratio: 200%, response_p99: 0s, for: 1500ms}"));

    assertThat(refused.problems())
        .extracting(Problem::found)
        .containsExactlyInAnyOrder(
            "unknown key \"errors\"",
            "error_ratio is \"200%\"",
            "response_p99 is \"0s\"",
            "for is \"1500ms\"");
    assertThat(refused.getMessage()).contains("test.yaml:1:32:", "whole seconds");
  }

  private StopRule read(String yaml) throws IOException {
    Files.writeString(folder.resolve("application.yaml"), APPLICATION);
    Path file = Files.writeString(folder.resolve("test.yaml"), yaml);
    return new Configuration(SampleHome.in(folder), FakeMesh.all())
        .file(file, Overrides.NONE)
        .experiment()
        .protocol()
        .stop();
  }
}
