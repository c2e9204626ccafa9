package io.meshgauge;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Recordings and definitions of third-party products, which are not part of this repository: in a
 * folder {@code shared} next to it, or in the one that {@code -Dmeshgauge.test.shared} names.
 */
public final class SharedFiles {
  private static final Path FOLDER =
      Path.of(
          System.getProperty(
              "meshgauge.test.shared", System.getProperty("meshgauge.home", "..") + "/../shared"));

  private SharedFiles() {}

  /** A file or folder among them; if it is missing, the calling test is skipped. */
  public static Path at(String path) {
    Path found = FOLDER.resolve(path);
    assumeTrue(Files.exists(found), "not here: " + found);
    return found;
  }
}
