package io.meshgauge;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.topology.SampleServices;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Source rules that the compiler does not check. */
class SourceRulesTest {
  private static final Path HOME = Path.of(System.getProperty("meshgauge.home", ".."));

  /** A text literal, or several that are joined, and the method called on it. */
  private static final Pattern FORMATTED =
      Pattern.compile(
          "(\"(?:[^\"\\\\\\n"
              + "]|\\\\.)*+\"(?:\\s*\\+\\s*\"(?:[^\"\\\\\\n"
              + "]|\\\\.)*+\")*+)\\s*\\)?\\s*\\.formatted\\(");

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

  /** Forbidden words; docs/terminology.md has the terms to use. */
  private static final Pattern FORBIDDEN =
      Pattern.compile(
          "\\b([Bb]eside|[Nn]obody|[Ww]hoever|[Dd]eeds?|[Mm]end(s|ed|ing)?|[Tt]old|[Aa]new|[Ss]omebody)\\b");

  private static final String TEXT =
      ".*(\\.(java|md|mustache|yaml|yml|jmx|proto|py|js|css|xml|sh|properties)|/mvnw|/meshgauge"
          + "|/\\.ci/\\w+|/build-images|/docs/benchmarks/.*/run|/docs/pictures/make)";

  private static final Set<String> NOT_OURS = Set.of(".git", "reports/runs", "reports/sample");

  /** The API of Kubernetes has objects of this name. */
  private static final Pattern OF_KUBERNETES =
      Pattern.compile("gateway\\.networking|gateway-api|gateway-name");

  /** The sample is an application like any other: only its file names its services. */
  @Test
  void noClassOfTheHarnessNamesAServiceOfTheSample() throws IOException {
    String names = String.join("|", SampleServices.APPLICATION.topology("").services());
    Pattern named =
        Pattern.compile(
            "\"(%1$s)[\"-]|\\{@code (%1$s)\\b|\\b(gateway|payment)\\b".formatted(names));
    List<String> found = new ArrayList<>();
    for (Path file : mainSources(HOME.resolve("harness"))) {
      for (String line : Files.readAllLines(file)) {
        if (named.matcher(OF_KUBERNETES.matcher(line).replaceAll("")).find()) {
          found.add("%s: %s".formatted(HOME.relativize(file), line.strip()));
        }
      }
    }
    assertThat(found).isEmpty();
  }

  /**
   * Nor its paths: products check, scrape and admit the pages that an application's file names.
   * Spring Boot's own prefix is known where its timers are read.
   */
  @Test
  void noProductAndNoOverlayNamesAPathOfTheSample() throws IOException {
    Set<String> paths = new TreeSet<>();
    SampleServices.APPLICATION
        .services()
        .forEach(it -> paths.addAll(List.of(it.pages().ready(), it.pages().metrics())));
    paths.remove("");
    assertThat(paths).contains("/actuator/health/readiness", "/actuator/prometheus");
    List<String> found = new ArrayList<>();
    for (String folder :
        List.of(
            "harness/src/main", "harness/model/src/main", "harness/report/src/main", "k8s/mesh")) {
      try (Stream<Path> files = Files.walk(HOME.resolve(folder))) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          String text = Files.readString(file, StandardCharsets.ISO_8859_1);
          paths.stream()
              .filter(path -> Pattern.compile(Pattern.quote(path) + "\\b").matcher(text).find())
              .forEach(path -> found.add(HOME.relativize(file) + ": " + path));
        }
      }
    }
    assertThat(found).isEmpty();
  }

  /** In code, comments, texts, documents and scripts. */
  @Test
  void textsAvoidForbiddenWords() throws IOException {
    List<String> found = new ArrayList<>();
    for (Path file : files(TEXT)) {
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

  /** Files of the project by their path, without build output and archives. */
  static List<Path> files(String path) throws IOException {
    Pattern wanted = Pattern.compile(path);
    List<Path> files = new ArrayList<>();
    Files.walkFileTree(
        HOME,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            boolean ours =
                !NOT_OURS.contains(HOME.relativize(folder).toString())
                    && !folder.endsWith("target")
                    && !folder.endsWith("vendor");
            return ours ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (attributes.isRegularFile() && wanted.matcher(file.toString()).matches()) {
              files.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return files;
  }

  /** The compiler inlines constants, so that class files do not show their origin. */
  @Test
  void importsKeepTheTableOfTheArchitecture() throws IOException {
    Set<String> found = new TreeSet<>();
    for (Path file : mainSources(HOME.resolve("harness"))) {
      String name = inPackages(file);
      String from = name.substring(0, name.indexOf('/'));
      Set<String> allowed = ArchitectureTest.MAY_USE.get(from);
      if (allowed == null) {
        continue;
      }
      Matcher imported = IMPORT.matcher(Files.readString(file));
      while (imported.find()) {
        String to = imported.group(1);
        if (!to.equals(from) && !allowed.contains(to)) {
          found.add(name + " → " + to);
        }
      }
    }
    assertThat(found).as("imports that docs/architecture.md does not allow").isEmpty();
  }

  private static final String PACKAGES = "/src/main/java/io/meshgauge/";

  /** Folders above the limit, with their sizes, which must not grow. */
  private static final Map<String, Integer> LARGE_FOLDERS = Map.of("experiment", 31);

  @Test
  void noFolderHasMoreThanTwentyFiveTypes() throws IOException {
    List<String> found = new ArrayList<>();
    Map<Path, Long> types =
        mainSources(HOME.resolve("harness")).stream()
            .filter(file -> !file.endsWith("package-info.java"))
            .collect(
                Collectors.groupingBy(
                    file -> Objects.requireNonNull(file.getParent()), Collectors.counting()));
    types.forEach(
        (folder, count) -> {
          String name = inPackages(folder);
          if (count > LARGE_FOLDERS.getOrDefault(name, 25)) {
            found.add("%s has %d types".formatted(name, count));
          }
        });
    assertThat(found).isEmpty();
  }

  /** The path of a main source of any module of the harness, below its packages' common folder. */
  private static String inPackages(Path path) {
    String text = path.toString();
    return text.substring(text.indexOf(PACKAGES) + PACKAGES.length());
  }

  private static List<Path> mainSources(Path below) throws IOException {
    return files(".*/src/main/java/.*\\.java").stream()
        .filter(file -> file.startsWith(below))
        .toList();
  }
}
