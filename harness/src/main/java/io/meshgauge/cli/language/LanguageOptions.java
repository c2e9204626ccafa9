package io.meshgauge.cli.language;

import io.meshgauge.text.Language;
import io.meshgauge.yaml.InvalidInputException;
import io.meshgauge.yaml.Nearest;
import io.meshgauge.yaml.Place;
import io.meshgauge.yaml.Problem;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The option of verbs that print a report: its language. Help, errors and progress are English in
 * any case.
 */
public final class LanguageOptions {
  private static final String OPTION = "--language";
  private static final String PROPERTY = "language";
  private static final String VARIABLE = "MESHGAUGE_LANGUAGE";

  private final Map<String, String> environment;
  private final Properties properties;

  @Option(
      names = OPTION,
      paramLabel = "CODE",
      completionCandidates = Codes.class,
      description =
          "Language of the report: ${COMPLETION-CANDIDATES}. Default: the variable"
              + " MESHGAUGE_LANGUAGE, if it is set, else en.")
  private @Nullable String code;

  /** Codes of the languages that reports have. */
  static final class Codes implements Iterable<String> {
    private static final List<String> ALL =
        Stream.of(Language.values()).map(Language::code).toList();

    @Override
    public Iterator<String> iterator() {
      return ALL.iterator();
    }
  }

  /** With the variables and properties of this process. */
  public LanguageOptions() {
    this(System.getenv(), System.getProperties());
  }

  LanguageOptions(Map<String, String> environment, Properties properties) {
    this.environment = environment;
    this.properties = properties;
  }

  /**
   * The language of the option, else of the property, as a build tool passes it, else of the
   * variable.
   *
   * @throws InvalidInputException if no report has the language
   */
  public Language chosen() {
    if (code != null) {
      return named(code, OPTION);
    }
    String property = properties.getProperty(PROPERTY, "");
    if (!property.isBlank()) {
      return named(property, "-D" + PROPERTY);
    }
    String variable = environment.getOrDefault(VARIABLE, "");
    return variable.isBlank() ? Language.ENGLISH : named(variable, VARIABLE);
  }

  private static Language named(String code, String source) {
    return Language.of(code.strip())
        .orElseThrow(
            () ->
                new InvalidInputException(
                    List.of(
                        new Problem(
                            Place.of(source),
                            Problem.Kind.WRONG,
                            "unknown language \"%s\"".formatted(code),
                            "one of " + String.join(", ", Codes.ALL),
                            Nearest.advice(code, Codes.ALL)))));
  }
}
