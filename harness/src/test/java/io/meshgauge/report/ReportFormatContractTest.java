package io.meshgauge.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.config.UsageProfileFile;
import io.meshgauge.report.registry.ReportFormats;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import java.util.stream.Stream;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What every report format must do, on every made-up session. */
class ReportFormatContractTest {

  static Stream<ReportFormat> formats() {
    return ReportFormats.all().stream();
  }

  static Stream<Arguments> formatsAndSessions() {
    return ReportFormats.all().stream()
        .flatMap(
            format -> SampleReports.names().stream().map(sample -> Arguments.of(format, sample)));
  }

  @ParameterizedTest(name = "{0} of {1}")
  @MethodSource("formatsAndSessions")
  void everySessionIsWritten(ReportFormat format, String sample) throws IOException {
    String text = write(format, sample);

    assertThat(text)
        .endsWith("\n")
        .containsAnyOf("baseline", "reference", "soak", "istio-mtls")
        .doesNotContain("NaN", "Infinity");
  }

  @ParameterizedTest(name = "{0} of {1}")
  @MethodSource("formatsAndSessions")
  void noControlCharacterGetsThrough(ReportFormat format, String sample) throws IOException {
    String text = write(format, sample);

    assertThat(text.codePoints().filter(c -> c != '\n' && Character.isISOControl(c)).boxed())
        .as("control characters that a terminal obeys or XML forbids")
        .isEmpty();
  }

  @ParameterizedTest
  @MethodSource("formats")
  void theSameInputGivesTheSameCharacters(ReportFormat format) throws IOException {
    StringBuilder again = new StringBuilder();
    format.write(
        Report.of(
            SampleSessions.singleReplicate(),
            SampleRules.rules(),
            SampleReports.STUDIES,
            UsageProfileFile.shipped()),
        again);

    assertThat(again.toString()).isEqualTo(write(format, "single-replicate"));
  }

  @ParameterizedTest
  @MethodSource("formats")
  void theLogOfAProxyThatCouldNotStartIsShownAtMostOnce(ReportFormat format) throws IOException {
    String text = write(format, "troubled");

    assertThat(text.split(SampleSessions.LAST_LINE, -1)).hasSizeLessThanOrEqualTo(2);
  }

  @ParameterizedTest
  @MethodSource("formats")
  @ResourceLock(Resources.LOCALE)
  @ResourceLock(Resources.TIME_ZONE)
  void localeAndTimeZoneOfTheMachineDoNotMatter(ReportFormat format) throws IOException {
    String expected = write(format, "four-way");
    Locale locale = Locale.getDefault();
    TimeZone zone = TimeZone.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
      TimeZone.setDefault(TimeZone.getTimeZone("Pacific/Chatham"));
      assertThat(write(format, "four-way")).isEqualTo(expected);
    } finally {
      Locale.setDefault(locale);
      TimeZone.setDefault(zone);
    }
  }

  @ParameterizedTest
  @MethodSource("formats")
  void hostileTextIsNeverMarkup(ReportFormat format) throws IOException {
    String text = write(format, "hostile");

    if (List.of("html", "junit", "markdown").contains(format.name())) {
      assertThat(text).contains("onerror").doesNotContain("<img", "</script><");
    }
    if (format.name().startsWith("csv")) {
      assertThat(text).doesNotContain(",=1+1").doesNotContainPattern("(?m)^=");
    }
  }

  @ParameterizedTest
  @MethodSource("formats")
  void aModelIsNeverNamedWithoutSayingSo(ReportFormat format) throws IOException {
    assertThat(write(format, "four-way")).contains("model");
  }

  private static String write(ReportFormat format, String sample) throws IOException {
    StringBuilder text = new StringBuilder();
    format.write(SampleReports.report(sample), text);
    return text.toString();
  }
}
