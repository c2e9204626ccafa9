package io.meshgauge.report.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.report.SampleReports;
import io.meshgauge.text.EnglishAfterwards;
import io.meshgauge.text.Language;
import io.meshgauge.text.Messages;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@ExtendWith(EnglishAfterwards.class)
class BriefTextTest {
  static Stream<String> samples() {
    return SampleReports.names().stream().filter(name -> !name.equals("hostile"));
  }

  @ParameterizedTest
  @MethodSource("samples")
  void aReaderSeesItWhole(String sample) {
    for (Language language : Language.values()) {
      Messages.use(language);
      String text = BriefText.of(SampleReports.report(sample));
      long tables =
          Math.max(0, SampleReports.report(sample).plans().size() - 1)
              * (2L + SampleReports.report(sample).session().experiment().arms().size());

      assertThat(text.lines().count() - tables).as("lines").isLessThanOrEqualTo(32);
      assertThat(text).doesNotContain("Holm", "%s", "null");
    }
  }

  @Test
  void anArmIsASentenceOfWhatItAddsAndWhatWasObserved() {
    assertThat(BriefText.of(SampleReports.report("four-way")))
        .containsPattern(
            "- istio-mtls \\(model\\): a typical request takes [\\d.]+ ms\\s+longer \\(\\+\\d")
        .containsPattern("CPU \\+\\d+ %, memory")
        .containsPattern("istio-mtls \\(model\\) .*encryption, identity\n");
  }

  @Test
  void aRedSessionSaysItsCauseOnce() {
    assertThat(BriefText.of(SampleReports.report("troubled")))
        .as("a broken promise comes before runs that do not count")
        .containsPattern("(?s)Red\\. .*\\n✗ [^\\n]*unverified");
    assertThat(BriefText.of(SampleReports.report("nothing-valid")))
        .containsPattern("(?s)Red\\. .*\\n✗ \\d+ of \\d+ runs do not count, and no number ");
    assertThat(BriefText.of(SampleReports.report("four-way"))).doesNotContain("do not count");
  }
}
