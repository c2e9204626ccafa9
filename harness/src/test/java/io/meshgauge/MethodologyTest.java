package io.meshgauge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * {@code docs/methodology.md} claims only what tests enforce: each rule by its number, as a tag.
 */
class MethodologyTest {
  private static final Path HOME = Path.of(System.getProperty("meshgauge.home", ".."));
  private static final Pattern RULE = Pattern.compile("^(\\d+)\\. ", Pattern.MULTILINE);
  private static final Pattern TAG = Pattern.compile("@Tag\\(\"rule-(\\d+)\"\\)");

  private static final SortedSet<Integer> ENFORCED = new TreeSet<>();
  private static final SortedMap<Integer, SortedSet<String>> TESTS = new TreeMap<>();

  @BeforeAll
  static void read() throws IOException {
    numbers(RULE, Files.readString(HOME.resolve("docs/methodology.md"))).forEach(ENFORCED::add);
    for (String module : new String[] {"harness", "jmeter-plans"}) {
      try (Stream<Path> files = Files.walk(HOME.resolve(module).resolve("src/test/java"))) {
        for (Path file : files.filter(it -> it.toString().endsWith(".java")).toList()) {
          String name = file.getFileName().toString().replace(".java", "");
          numbers(TAG, Files.readString(file))
              .forEach(rule -> TESTS.computeIfAbsent(rule, unused -> new TreeSet<>()).add(name));
        }
      }
    }
  }

  private static Stream<Integer> numbers(Pattern pattern, String text) {
    return pattern.matcher(text).results().map((MatchResult it) -> Integer.valueOf(it.group(1)));
  }

  @Test
  void everyRuleHasATest() {
    ENFORCED.forEach(
        rule ->
            System.out.println("rule " + rule + ": " + TESTS.getOrDefault(rule, new TreeSet<>())));

    assertThat(ENFORCED).hasSizeGreaterThan(20);
    assertThat(TESTS.keySet())
        .as("rules of docs/methodology.md by the tests tagged rule-N")
        .isEqualTo(ENFORCED);
  }
}
