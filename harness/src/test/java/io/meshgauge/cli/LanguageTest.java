package io.meshgauge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.text.Language;
import io.meshgauge.text.Messages;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The language of reports on the command line. */
class LanguageTest extends CommandCase {
  @ParameterizedTest
  @ValueSource(strings = {"run", "compare"})
  void aRunIsEnglishUntilItIsReported(String verb) {
    List<Language> during = new ArrayList<>();
    engine.running = progress -> during.add(Messages.language());

    assertThat(meshgauge(verb, "envoy", "--language", "uk")).as(err()).isZero();

    assertThat(during).containsExactly(Language.ENGLISH);
    assertThat(Messages.language()).isEqualTo(Language.UKRAINIAN);
    assertThat(meshgauge(verb, "envoy")).isZero();
    assertThat(Messages.language()).isEqualTo(Language.ENGLISH);
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "compare"})
  void anUnknownLanguageIsRefusedBeforeAnythingRuns(String verb) {
    assertThat(meshgauge(verb, "envoy", "--language=ua")).isEqualTo(ExitCode.BAD_INPUT.code());

    assertThat(err())
        .contains("--language: unknown language \"ua\"", "expected: one of en, uk", "\"uk\"?");
    assertThat(engine.asked).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"run", "compare", "report", "advise", "predict", "trend", "accept", "study"})
  void everyVerbThatReportsHasTheOption(String verb) {
    assertThat(meshgauge(verb, "--help")).isZero();

    assertThat(out()).contains("--language=CODE").containsPattern("report:\\s+en,\\s+uk\\.");
  }
}
