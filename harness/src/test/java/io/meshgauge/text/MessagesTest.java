package io.meshgauge.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Outcome;
import io.meshgauge.report.SloResult;
import io.meshgauge.report.arm.Arm.EvidenceMark;
import io.meshgauge.report.arm.ReportText;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@ExtendWith(EnglishAfterwards.class)
class MessagesTest {
  private static final Path TEXTS = Path.of("model/src/main/resources/io/meshgauge/text");
  private static final List<Path> SOURCES =
      List.of(Path.of("model/src/main"), Path.of("report/src/main"), Path.of("src/main"));

  /** Keys in code, in templates and in scripts. */
  private static final List<Pattern> USES =
      List.of(
          Pattern.compile(
              "Messages\\s*\\.(?:get|count)\\([^\"]*?\"([a-z]+\\.[a-z0-9.-]+[a-z0-9])\""),
          Pattern.compile("\\[\\[([a-z0-9.-]+)]]"));

  /** Texts of the area {@code script} in scripts. */
  private static final Pattern IN_SCRIPT = Pattern.compile("\\btext\\([\"']([a-z0-9-]+)[\"'][,)]");

  /** Nouns of counts in code. */
  private static final Pattern NOUN =
      Pattern.compile("ReportText\\s*\\.count\\([^\";]*\"([A-Za-z ]+)\"");

  private static final Pattern QUOTED = Pattern.compile("[\"']([A-Za-z0-9 .-]+)[\"']");
  private static final Pattern CONVERSION = Pattern.compile("%(?:(\\d+)\\$)?([.0-9]*[a-z%])");
  private static final Pattern TAG = Pattern.compile("\\{\\{[^}]*}}|</?[a-z][^>]*>|\\{[a-z0-9]+}");
  private static final Pattern PLURAL = Pattern.compile("\\.(one|few|many|other)$");

  @Test
  void everyTextIsInEveryLanguage() {
    for (String area : areas()) {
      Set<String> english = nouns(texts(area, Language.ENGLISH).keySet());
      Set<String> ukrainian = nouns(texts(area, Language.UKRAINIAN).keySet());
      assertThat(ukrainian).as("texts of " + area).containsExactlyInAnyOrderElementsOf(english);
    }
  }

  @Test
  void translationsHaveTheSameValuesAndTags() {
    List<String> differences = new ArrayList<>();
    for (String area : areas()) {
      Map<String, String> ukrainian = texts(area, Language.UKRAINIAN);
      texts(area, Language.ENGLISH)
          .forEach(
              (key, english) -> {
                String other = ukrainian.getOrDefault(key, english);
                if (!values(english).equals(values(other)) || !tags(english).equals(tags(other))) {
                  differences.add(area + "." + key + ": " + english + " | " + other);
                }
              });
    }
    assertThat(differences).isEmpty();
  }

  @Test
  void translationsAreTranslated() {
    Pattern english =
        Pattern.compile("\\b(the|of|and|is|are|with|from|each|every|not|was|were)\\b");
    for (String area : areas()) {
      texts(area, Language.UKRAINIAN)
          .forEach(
              (key, text) ->
                  assertThat(english.matcher(TAG.matcher(text).replaceAll(" ")).find())
                      .as(area + "." + key + ": " + text)
                      .isFalse());
    }
  }

  @Test
  void everyPluralHasTheFormsOfItsLanguage() {
    for (String area : areas()) {
      forms(area, Language.ENGLISH, Set.of("one", "other"));
      forms(area, Language.UKRAINIAN, Set.of("one", "few", "many"));
    }
  }

  private static void forms(String area, Language language, Set<String> expected) {
    Map<String, Set<String>> found =
        texts(area, language).keySet().stream()
            .filter(key -> PLURAL.matcher(key).find())
            .collect(
                Collectors.groupingBy(
                    key -> PLURAL.matcher(key).replaceFirst(""),
                    Collectors.mapping(
                        key -> key.substring(key.lastIndexOf('.') + 1), Collectors.toSet())));
    found.forEach((noun, forms) -> assertThat(forms).as(area + "." + noun).isEqualTo(expected));
  }

  @Test
  void everyTextThatIsAskedForExists() {
    Set<String> known = new HashSet<>();
    for (String area : areas()) {
      nouns(texts(area, Language.ENGLISH).keySet()).forEach(key -> known.add(area + "." + key));
    }
    assertThat(known).isNotEmpty();
    assertThat(used()).as("keys in code and templates").isSubsetOf(known);
    assertThat(used()).as("nouns of counts").contains("count.accepted-session", "count.tcp-stream");
  }

  @ParameterizedTest
  @EnumSource(Language.class)
  void everyConstantInASentenceHasAText(Language language) {
    Messages.use(language);
    String letters = language == Language.ENGLISH ? "[a-z ]+" : "[а-щьюяєіїґ ]+";
    assertThat(
            Stream.<Enum<?>[]>of(
                    Promise.values(),
                    Outcome.values(),
                    EvidenceMark.values(),
                    SloResult.State.values())
                .flatMap(Stream::of)
                .map(ReportText::of))
        .allMatch(text -> text.matches(letters))
        .contains(language == Language.ENGLISH ? "plaintext probe" : "проба відкритим текстом");
    assertThat(
            Stream.of(Outcome.values())
                .flatMap(it -> Stream.of(1, 2, 5).map(count -> ReportText.runs(count, it))))
        .allMatch(text -> text.matches("\\d " + letters));
    assertThat(ReportText.key(Promise.PLAINTEXT_PROBE)).isEqualTo("plaintext_probe");
  }

  @ParameterizedTest
  @CsvSource({
    "1,one",
    "21,one",
    "101,one",
    "2,few",
    "24,few",
    "0,many",
    "5,many",
    "11,many",
    "12,many",
    "14,many",
    "20,many",
    "111,many",
    "112,many"
  })
  void ukrainianHasThreeFormsForWholeNumbers(long count, String form) {
    assertThat(Language.UKRAINIAN.plural(count)).isEqualTo(form);
  }

  @Test
  void languagesAreFoundByTheirCodes() {
    assertThat(Language.of("UK")).contains(Language.UKRAINIAN);
    assertThat(Language.of("de")).isEmpty();
  }

  @Test
  void missingTextIsNamed() {
    Messages.use(Language.UKRAINIAN);
    assertThatThrownBy(() -> Messages.get("count.nothing"))
        .hasMessage("no text count.nothing in uk; a key is area.name of a file of texts");
  }

  /** A key may be put together: then its beginning stands in the code. */
  @Test
  void everyTextIsAskedFor() {
    Set<String> quoted = new HashSet<>();
    for (Path file : sources()) {
      String area = file.toString().endsWith(".js") ? "script." : "";
      QUOTED.matcher(text(file)).results().map(it -> area + it.group(1)).forEach(quoted::add);
    }
    quoted.addAll(used());
    List<String> idle = new ArrayList<>();
    for (String area : areas()) {
      nouns(texts(area, Language.ENGLISH).keySet()).stream()
          .map(key -> area + "." + key)
          .filter(key -> quoted.stream().noneMatch(it -> asksFor(it, key, area)))
          .forEach(idle::add);
    }
    assertThat(idle).isEmpty();
  }

  private static boolean asksFor(String quoted, String key, String area) {
    boolean beginning =
        key.startsWith(quoted)
            && quoted.length() > area.length() + 1
            && (quoted.matches(".*[.-]") || key.startsWith(quoted + "."));
    String noun = "count." + quoted.toLowerCase(Locale.ROOT).replace(' ', '-');
    return key.equals(quoted) || beginning || key.equals(noun);
  }

  private static Set<String> used() {
    Set<String> keys = new HashSet<>();
    for (Path file : sources()) {
      String text = text(file);
      for (Pattern use : USES) {
        use.matcher(text).results().map(it -> it.group(1)).forEach(keys::add);
      }
      if (file.toString().endsWith(".js")) {
        IN_SCRIPT.matcher(text).results().forEach(it -> keys.add("script." + it.group(1)));
      }
      NOUN.matcher(text)
          .results()
          .map(it -> it.group(1).toLowerCase(Locale.ROOT).replace(' ', '-'))
          .forEach(noun -> keys.add("count." + noun));
    }
    return keys;
  }

  private static List<Path> sources() {
    return SOURCES.stream().flatMap(root -> files(root).stream()).toList();
  }

  private static List<Path> files(Path root) {
    try (Stream<Path> files = Files.walk(root)) {
      return files.filter(MessagesTest::isSource).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isSource(Path file) {
    return file.toString().matches(".*\\.(java|mustache|js|yaml)");
  }

  private static List<String> areas() {
    try (Stream<Path> files = Files.list(TEXTS)) {
      return files
          .map(file -> file.getFileName().toString().replaceFirst("\\..*", ""))
          .distinct()
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, String> texts(String area, Language language) {
    Path file = TEXTS.resolve(area + "." + language.code() + ".properties");
    Properties texts = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      texts.load(reader);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return texts.stringPropertyNames().stream()
        .collect(Collectors.toMap(Function.identity(), texts::getProperty));
  }

  private static Set<String> nouns(Set<String> keys) {
    return keys.stream().map(it -> PLURAL.matcher(it).replaceFirst("")).collect(Collectors.toSet());
  }

  /** Conversions of a text by position, so that a translation may reorder them. */
  private static Map<Integer, String> values(String text) {
    Map<Integer, String> values = new HashMap<>();
    int next = 0;
    for (MatchResult found : CONVERSION.matcher(text).results().toList()) {
      if (!"%".equals(found.group(2))) {
        int position = found.group(1) == null ? ++next : Integer.parseInt(found.group(1));
        values.put(position, found.group(2));
      }
    }
    return values;
  }

  private static List<String> tags(String text) {
    return TAG.matcher(text).results().map(MatchResult::group).sorted().toList();
  }
}
