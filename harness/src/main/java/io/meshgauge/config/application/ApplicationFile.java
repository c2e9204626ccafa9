package io.meshgauge.config.application;

import io.meshgauge.application.Application;
import io.meshgauge.config.section.Keys;
import io.meshgauge.yaml.Place;
import io.meshgauge.yaml.Problems;
import io.meshgauge.yaml.Value;
import io.meshgauge.yaml.YamlReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/** Reads files that describe applications: services, their calls, and the requests of the load. */
public final class ApplicationFile {
  /** The application of an installation that experiments measure unless they name another. */
  public static final Path DEFAULT = Path.of("sample-services", "application.yaml");

  /** The keys of a file. */
  public static final Keys KEYS = ApplicationReader.KEYS;

  private static final YamlReader.Format FORMAT =
      new YamlReader.Format(
          "application",
          "keys such as services: and calls:",
          "docs/applications.md",
          256 * 1024,
          16,
          16);

  private ApplicationFile() {}

  /** Whether an application is the default one. */
  public static boolean isDefault(Application application) {
    return application.folder().equals(String.valueOf(DEFAULT.getParent()));
  }

  /** The default application of an installation. */
  public static Application ofInstallation(Path home) {
    Problems problems = new Problems();
    Optional<Application> application =
        read(home.resolve(DEFAULT), home, Place.of(DEFAULT.toString()), problems);
    problems.refuseIfAny();
    return application.orElseThrow();
  }

  /**
   * Reads an application.
   *
   * @param home the installation, within which folders are stored relative to it
   * @param named where an experiment names the file
   * @param problems gets everything that is wrong
   * @return empty if there are problems with the file
   */
  public static Optional<Application> read(Path file, Path home, Place named, Problems problems) {
    String text;
    try {
      text = Files.readString(file);
    } catch (IOException e) {
      problems.wrong(
          named,
          "the application %s cannot be read: %s".formatted(file, e.getClass().getSimpleName()),
          "a readable file in UTF-8, relative to the experiment's",
          "check the path");
      return Optional.empty();
    }
    return new YamlReader(file.toString(), FORMAT, problems)
        .read(text)
        .flatMap(tree -> read(tree, folder(file, home), problems));
  }

  private static Optional<Application> read(Value.Mapping tree, String folder, Problems problems) {
    return new ApplicationReader(folder, problems).read(tree);
  }

  private static String folder(Path file, Path home) {
    Path folder = Objects.requireNonNull(file.toAbsolutePath().normalize().getParent());
    Path inside = home.toAbsolutePath().normalize();
    return (folder.startsWith(inside) ? inside.relativize(folder) : folder).toString();
  }
}
