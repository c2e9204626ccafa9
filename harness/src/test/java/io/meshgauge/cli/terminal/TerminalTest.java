package io.meshgauge.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TerminalTest {

  @Test
  void aPersonAtATerminalGetsALiveLineInColour() {
    Terminal terminal = Terminal.of(Map.of("TERM", "xterm"), properties("true", "132"));

    assertThat(terminal.live()).isTrue();
    assertThat(terminal.colour()).isTrue();
    assertThat(terminal.columns()).isEqualTo(132);
  }

  @Test
  void noColorIsRespected() {
    Terminal terminal =
        Terminal.of(Map.of("TERM", "xterm", "NO_COLOR", "1"), properties("true", "100"));

    assertThat(terminal.live()).isTrue();
    assertThat(terminal.paint(Terminal.Colour.BAD, "failed")).isEqualTo("failed");
  }

  @Test
  void aPipeABuildServerAndADumbTerminalGetPlainLines() {
    assertThat(Terminal.of(Map.of("TERM", "xterm"), properties("false", "")).live()).isFalse();
    assertThat(Terminal.of(Map.of("TERM", "dumb"), properties("true", "100")).live()).isFalse();
    assertThat(Terminal.of(Map.of("TERM", "xterm", "CI", "true"), properties("true", "x")).live())
        .isFalse();
  }

  @ParameterizedTest
  @CsvSource({"PT45S, 45 s", "PT7M, 7 min", "PT7M20S, 7 min 20 s", "PT2H5M9S, 2 h 5 min"})
  void durationsAreSpoken(Duration duration, String words) {
    assertThat(HumanFormat.duration(duration)).isEqualTo(words);
  }

  @ParameterizedTest
  @CsvSource({"0.00085, 850 us", "0.0123, 12.3 ms", "1.2, 1.20 s"})
  void latenciesAreSpoken(double seconds, String words) {
    assertThat(HumanFormat.latency(seconds)).isEqualTo(words);
  }

  private static Properties properties(String terminal, String columns) {
    Properties properties = new Properties();
    properties.setProperty("meshgauge.terminal", terminal);
    properties.setProperty("meshgauge.columns", columns);
    return properties;
  }

  @Test
  void signsBecomeAsciiWhereTheTerminalHasNoMore() {
    String text = "✓ p99 ±3 ms ≈, load → gateway\n✗ “no”";

    assertThat(Terminal.PLAIN.shown(text)).isEqualTo(text);
    assertThat(new Terminal(false, false, false, 80).shown(text))
        .isEqualTo("+ p99 +/-3 ms ~, load -> gateway\nx \"no\"");
  }
}
