package io.meshgauge.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.fuzz.Fuzz;
import io.meshgauge.fuzz.TokenCases;
import io.meshgauge.measure.Metric;
import io.meshgauge.score.UsageProfile;
import io.meshgauge.score.UsageProfile.Demands;
import io.meshgauge.score.UsageProfile.Limit;
import io.meshgauge.score.UsageProfile.Of;
import io.meshgauge.yaml.InvalidInputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UsageProfileFileTest {
  private static final String GOOD =
      """
      mine:
        about: What we do.
        requires: [encryption, denial]
        limits:
          memory_system: {added: 64MiB, added-share: 10%}
          response_p99: {at-most: 50ms}
          throughput: {at-least: 90/s}
        criteria:
          response_p99: {target: 1ms, budget: 99ms}
          cpu_system: {target: 1, budget: 9}
        weights: {response_p99: 0.7, cpu_system: 0.3}
      """;

  @TempDir Path folder;

  @Test
  void theShippedProfilesDifferInWhatTheyRequire() {
    List<UsageProfile> shipped = UsageProfileFile.shipped();

    assertThat(shipped)
        .extracting(UsageProfile::name)
        .containsExactly("latency-critical", "edge", "web", "devops", "hybrid", "regulated");
    assertThat(UsageProfileFile.named("regulated").get(0).requires())
        .containsExactly(Promise.ENCRYPTION, Promise.IDENTITY, Promise.DENIAL);
    assertThat(UsageProfileFile.named("latency-critical").get(0).requires()).isEmpty();
    assertThat(UsageProfileFile.named("edge").get(0).limits()).hasSize(2);
    assertThat(UsageProfileFile.named("web").get(0).demands())
        .isEqualTo(new Demands(List.of(Promise.ENCRYPTION), true, false));
  }

  @Test
  void whereAndOfWhatPromisesAreRequiredIsReadFromTheFile() {
    String places = "  requires-at: entry\n  real-only: true\n  limits:";

    UsageProfile mine =
        UsageProfileFile.read(GOOD.replace("  limits:", places), "mine.yaml").get(0);

    assertThat(mine.demands())
        .isEqualTo(new Demands(List.of(Promise.ENCRYPTION, Promise.DENIAL), true, true));
    assertThat(mine.requires()).containsExactly(Promise.ENCRYPTION, Promise.DENIAL);
  }

  @Test
  void aFileHasProfilesOfTheUser() throws IOException {
    Path file = Files.writeString(folder.resolve("mine.yaml"), GOOD);

    UsageProfile mine = UsageProfileFile.named(file.toString()).get(0);

    assertThat(mine.limits())
        .containsExactly(
            new Limit(Metric.MEMORY_SYSTEM, Of.ADDED, 64 * 1024 * 1024),
            new Limit(Metric.MEMORY_SYSTEM, Of.ADDED_SHARE, 0.1),
            new Limit(Metric.RESPONSE_P99, Of.VALUE, 0.05),
            new Limit(Metric.THROUGHPUT, Of.VALUE, 90));
    assertThat(mine.weighed()).containsExactly(Metric.RESPONSE_P99, Metric.CPU_SYSTEM);
    assertThat(mine.margin()).isEqualTo(0.01);
  }

  @Test
  void allProblemsAreReportedAtOnceWithTheirLines() {
    String text =
        """
        mine:
          requires: [encription]
          limit: {}
          limits:
            response_p98: {at-most: 1ms}
            memory_system: {adds: 64MiB}
            cpu_system: {added: 64MiB}
          criteria:
            response_p99: {target: 1ms, budget: 0ms}
          weights: {response_p99: 0.7, cpu_system: 0.4}
        other: 3
        """;

    assertThatThrownBy(() -> UsageProfileFile.read(text, "mine.yaml"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContainingAll(
            "mine.yaml:2:14: requires is \"encription\"",
            "did you mean \"encryption\"?",
            "mine.yaml:3:3: unknown key \"limit\"",
            "mine.yaml:5:5: unknown key \"response_p98\"",
            "mine.yaml:6:21: unknown key \"adds\"",
            "mine.yaml:7:25: added is \"64MiB\"",
            "mine.yaml:9:41: budget is \"0ms\"",
            "mine.yaml:10:",
            "which is no criterion",
            "sum to 1.1",
            "mine.yaml:11:8: the profile other is \"3\"");
  }

  @Test
  void whatIsMissingIsNamed() {
    assertThatThrownBy(() -> UsageProfileFile.read("mine: {about: x}", "mine.yaml"))
        .hasMessageContainingAll(
            "a profile without requires:", "without criteria:", "without weights:");
    assertThatThrownBy(() -> UsageProfileFile.read("", "mine.yaml"))
        .hasMessageContaining("no profile");
    assertThatThrownBy(() -> UsageProfileFile.named("edgy"))
        .hasMessageContainingAll("there is no such profile", "did you mean \"edge\"?");
  }

  @Test
  @Tag("fuzz")
  void hostileFilesAreRefusedOrRead() {
    Fuzz.of("usage profiles YAML", GOOD)
        .words("&a |*a|!!x |[]|{}|- |: |'|\"|1e999|none|~".split("\\|"))
        .structured(
            2,
            new TokenCases(
                List.of(GOOD), "0 -1 1e400 NaN 99999999999m 10% [] {} none throughput".split(" ")))
        .refuses(InvalidInputException.class, "")
        .run(text -> UsageProfileFile.read(new String(text, StandardCharsets.UTF_8), "m.yaml"));
  }
}
