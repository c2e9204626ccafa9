package io.meshgauge.report.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.report.SampleReports;
import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ConsoleFormatTest {

  static Stream<String> samples() {
    return SampleReports.names().stream().filter(name -> !name.equals("hostile"));
  }

  @ParameterizedTest
  @MethodSource("samples")
  void noLineIsLongerThanATerminalIsWide(String sample) throws IOException {
    assertThat(write(sample, false).lines())
        .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(Page.COLUMNS));
  }

  @Test
  void coloursComeOnlyWhenAskedFor() throws IOException {
    assertThat(write("four-way", true)).contains("\u001b[");
    assertThat(write("four-way", false)).doesNotContain("\u001b");
  }

  @Test
  void coloursChangeNoWord() throws IOException {
    String plain = write("troubled", true).replaceAll("\u001b\\[\\d+m", "");

    assertThat(plain).isEqualTo(write("troubled", false));
  }

  @Test
  void theVerdictAndTheCommandComeLast() throws IOException {
    assertThat(write("four-way", false)).startsWith("Meshgauge 0.1.0 · compare");
    assertThat(write("four-way", false)).contains("Green. All").endsWith("--rate 120\n");
  }

  private static String write(String sample, boolean ansi) throws IOException {
    StringBuilder text = new StringBuilder();
    new ConsoleFormat(ansi).write(SampleReports.report(sample), text);
    return text.toString();
  }
}
