package io.meshgauge.cli.language;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshgauge.text.Language;
import io.meshgauge.yaml.InvalidInputException;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class LanguageOptionsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | '' | '' | ENGLISH",
        "'' | '' | uk | UKRAINIAN",
        "'' | en | uk | ENGLISH",
        "'' | UK | '' | UKRAINIAN",
        "uk | en | en | UKRAINIAN",
        "en | uk | uk | ENGLISH"
      })
  void theOptionPrecedesThePropertyAndThatTheVariable(
      String option, String property, String variable, Language expected) {
    assertThat(chosen(option, property, variable)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "de | '' | '' | --language",
        "'' | de | '' | -Dlanguage",
        "'' | '' | de | MESHGAUGE_LANGUAGE"
      })
  void anUnknownLanguageIsRefusedWithItsSource(
      String option, String property, String variable, String source) {
    assertThatThrownBy(() -> chosen(option, property, variable))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining(source + ": unknown language \"de\"")
        .hasMessageContaining("expected: one of en, uk");
  }

  @Test
  void anEmptyOptionIsNoLanguage() {
    LanguageOptions options = new LanguageOptions(Map.of(), new Properties());
    new CommandLine(options).parseArgs("--language=");
    assertThatThrownBy(options::chosen).isInstanceOf(InvalidInputException.class);
  }

  private static Language chosen(String option, String property, String variable) {
    Properties properties = new Properties();
    properties.setProperty("language", property);
    LanguageOptions options =
        new LanguageOptions(Map.of("MESHGAUGE_LANGUAGE", variable), properties);
    new CommandLine(options)
        .parseArgs(option.isEmpty() ? new String[0] : new String[] {"--language", option});
    return options.chosen();
  }
}
