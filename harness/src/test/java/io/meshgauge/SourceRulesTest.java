package io.meshgauge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Rules of the sources that no compiler knows. */
class SourceRulesTest {
  private static final Path HOME = Path.of(System.getProperty("meshgauge.home", ".."));

  /** A text, or several that are joined, and what is called on it. */
  private static final Pattern FORMATTED =
      Pattern.compile(
          "(\"(?:[^\"\\\\\\n]|\\\\.)*+\"(?:\\s*\\+\\s*\"(?:[^\"\\\\\\n]|\\\\.)*+\")*+)\\s*\\)?\\s*\\.formatted\\(");

  private static final Pattern FRACTION = Pattern.compile("%[-+,# 0-9$.]*[feEgGaA](?![a-z])");
  private static final Pattern IMPORT =
      Pattern.compile("(?m)^import (?:static )?io\\.meshgauge\\.([a-z]+)\\.");

  @Test
  void aNumberWithAFractionIsWrittenWithAPointInEveryLocale() throws IOException {
    List<String> found = new ArrayList<>();
    for (Path file : mainSources(HOME)) {
      String text = Files.readString(file);
      Matcher formatted = FORMATTED.matcher(text);
      while (formatted.find()) {
        if (FRACTION.matcher(formatted.group(1)).find()) {
          found.add(HOME.relativize(file) + ": " + formatted.group(1));
        }
      }
    }
    assertThat(found).as("use String.format(Locale.ROOT, ...)").isEmpty();
  }

  /** Words of another century; docs/terminology.md has the usual ones. */
  private static final Pattern FORBIDDEN =
      Pattern.compile(
          "(?i)\\b(beside|nobody|whoever|deeds?|mend(s|ed|ing)?|told|anew|somebody)\\b");

  private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/|//[^\\n]*");
  private static final Pattern LITERAL = Pattern.compile("\"(?:[^\"\\\\\\n]|\\\\.)*+\"");

  /** Comments are not read yet: they are rewritten package by package. */
  @Test
  void textsThatUsersSeeAreInTheWordsOfTheTrade() throws IOException {
    List<String> found = new ArrayList<>();
    for (Path file : mainSources(HOME)) {
      Matcher literal = LITERAL.matcher(COMMENT.matcher(Files.readString(file)).replaceAll(""));
      while (literal.find()) {
        if (FORBIDDEN.matcher(literal.group()).find()) {
          found.add(HOME.relativize(file) + ": " + literal.group());
        }
      }
    }
    for (Path file : texts()) {
      int number = 0;
      for (String line : Files.readAllLines(file)) {
        number++;
        if (FORBIDDEN.matcher(line).find()) {
          found.add("%s:%d: %s".formatted(HOME.relativize(file), number, line));
        }
      }
    }
    assertThat(found).isEmpty();
  }

  private static List<Path> texts() throws IOException {
    List<Path> texts = new ArrayList<>(List.of(HOME.resolve("mvnw"), HOME.resolve("meshgauge")));
    try (Stream<Path> files = Files.walk(HOME.resolve("harness/src/main/resources/io/meshgauge"))) {
      files.filter(file -> file.toString().matches(".*\\.(mustache|yaml)")).forEach(texts::add);
    }
    return texts;
  }

  /** A constant that the compiler copies leaves no trace in the classes that use it. */
  @Test
  void importsKeepTheTableOfTheArchitecture() throws IOException {
    Set<String> found = new TreeSet<>();
    Path root = HOME.resolve("harness/src/main/java/io/meshgauge");
    for (Path file : mainSources(HOME.resolve("harness"))) {
      String from = root.relativize(file).getName(0).toString();
      Set<String> allowed = ArchitectureTest.MAY_USE.get(from);
      if (allowed == null) {
        continue;
      }
      Matcher imported = IMPORT.matcher(Files.readString(file));
      while (imported.find()) {
        String to = imported.group(1);
        if (!to.equals(from) && !allowed.contains(to)) {
          found.add(root.relativize(file) + " → " + to);
        }
      }
    }
    assertThat(found).as("imports that docs/architecture.md does not allow").isEmpty();
  }

  /** Folders that are larger, and by how much; smaller is better, larger fails. */
  private static final Map<String, Integer> LARGE_FOLDERS =
      Map.of(
          "platform/kubernetes", 41,
          "platform/local", 33,
          "topology", 34,
          "experiment", 29,
          "measure", 29,
          "report", 30,
          "observer", 26);

  @Test
  void noFolderHasMoreThanTwentyFiveTypes() throws IOException {
    Path root = HOME.resolve("harness/src/main/java/io/meshgauge");
    List<String> found = new ArrayList<>();
    try (Stream<Path> folders = Files.walk(root)) {
      for (Path folder : folders.filter(Files::isDirectory).toList()) {
        String name = root.relativize(folder).toString();
        int types = types(folder);
        if (types > LARGE_FOLDERS.getOrDefault(name, 25)) {
          found.add("%s has %d types".formatted(name, types));
        }
      }
    }
    assertThat(found).isEmpty();
  }

  private static int types(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return (int)
          files
              .map(file -> file.getFileName().toString())
              .filter(name -> name.endsWith(".java") && !name.equals("package-info.java"))
              .count();
    }
  }

  private static List<Path> mainSources(Path below) throws IOException {
    try (Stream<Path> files = Files.walk(below)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .filter(file -> file.toString().contains("/src/main/java/"))
          .toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
