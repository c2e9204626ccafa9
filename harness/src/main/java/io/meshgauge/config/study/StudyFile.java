package io.meshgauge.config.study;

import io.meshgauge.study.PublishedStudies;
import io.meshgauge.study.Study;
import io.meshgauge.yaml.InvalidInputException;
import io.meshgauge.yaml.Nearest;
import io.meshgauge.yaml.Place;
import io.meshgauge.yaml.Problems;
import io.meshgauge.yaml.YamlReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds and reads the files of published studies. */
public final class StudyFile {
  /** Folder of the studies, in an installation. */
  public static final Path FOLDER = Path.of("reports", "published");

  private static final String EXTENSION = ".yaml";

  private static final YamlReader.Format FORMAT =
      new YamlReader.Format(
          "study",
          "keys such as title: and quantities:",
          "reports/published/README.md",
          64 * 1024,
          12,
          16);

  private StudyFile() {}

  /** Names of the studies of an installation, in alphabetical order; none without the folder. */
  public static List<String> names(Path home) {
    Path folder = home.resolve(FOLDER);
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> Objects.requireNonNull(file.getFileName()).toString())
          .filter(file -> file.endsWith(EXTENSION))
          .map(file -> file.substring(0, file.length() - EXTENSION.length()))
          .sorted()
          .toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  /**
   * A study.
   *
   * @param name of a study of the installation, or the path of a file
   * @throws InvalidInputException with all problems of its files
   */
  public static Study read(Path home, String name) {
    Problems problems = new Problems();
    List<String> names = names(home);
    boolean known = names.contains(name);
    Path file = known ? home.resolve(FOLDER).resolve(name + EXTENSION) : Path.of(name);
    if (!known && !Files.isRegularFile(file)) {
      problems.wrong(
          Place.of(name),
          "there is no such study, and no such file",
          names.isEmpty()
              ? "the path of a study's file"
              : "one of %s, or the path of a study's file".formatted(String.join(", ", names)),
          Nearest.advice(name, names));
      problems.refuseIfAny();
    }
    String label =
        known ? FOLDER.resolve(name + EXTENSION).toString().replace('\\', '/') : file.toString();
    Optional<Study> study = read(file, label, problems);
    problems.refuseIfAny();
    return study.orElseThrow();
  }

  /** All studies of an installation that can be read, and a sentence for each that cannot. */
  public static PublishedStudies all(Path home) {
    List<Study> studies = new ArrayList<>();
    List<String> unread = new ArrayList<>();
    for (String name : names(home)) {
      try {
        studies.add(read(home, name));
      } catch (InvalidInputException e) {
        unread.add(
            "Study %s is left out, its files have problems: ./meshgauge study %s lists them."
                .formatted(name, name));
      }
    }
    return new PublishedStudies(studies, unread);
  }

  private static Optional<Study> read(Path file, String label, Problems problems) {
    String text;
    try {
      text = Files.readString(file);
    } catch (IOException e) {
      problems.wrong(
          Place.of(label),
          "the study cannot be read: " + e.getClass().getSimpleName(),
          "a readable file in UTF-8",
          "check the path and its encoding");
      return Optional.empty();
    }
    return read(text, file, label, problems);
  }

  /** A study from the text of its file, whose data is in the same folder. */
  static Optional<Study> read(String text, Path file, String label, Problems problems) {
    String name = String.valueOf(file.getFileName()).replaceFirst("\\.ya?ml$", "");
    return new YamlReader(label, FORMAT, problems)
        .read(text)
        .flatMap(tree -> new StudyReader(name, file, label, problems).read(tree));
  }
}
