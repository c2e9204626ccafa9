package io.meshgauge.run.session;

import io.meshgauge.platform.FileClaim;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Working folder of a session with keys, tokens and configurations of its runs; never archived.
 *
 * <p>Closing deletes it. A killed harness leaves its folder behind; the kernel releases the lock in
 * it, and the next session deletes it.
 */
final class Scratch implements AutoCloseable {
  private static final String PREFIX = "meshgauge-";
  private static final String IN_USE = "in-use";
  private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(10);

  private final Path folder;
  private final FileClaim claim;

  private Scratch(Path folder) {
    this.folder = folder;
    this.claim = FileClaim.await(folder.resolve(IN_USE), LOCK_TIMEOUT);
  }

  /** Creates a folder that only its owner can read, and deletes folders of dead sessions. */
  static Scratch create(Path parent) {
    try {
      deleteOrphans(parent);
      return new Scratch(Files.createTempDirectory(parent, PREFIX));
    } catch (IOException e) {
      throw new RunException(
          "no working folder could be made in %s: %s".formatted(parent, e.getMessage()), e);
    }
  }

  /** A new folder for one deployment. */
  Path deploymentFolder(String name) {
    try {
      return Files.createTempDirectory(folder, name + "-");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Deletes a folder and its content. */
  static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }

  /**
   * Deletes the folder.
   *
   * @throws UncheckedIOException when something in it could not be deleted
   */
  @Override
  public void close() {
    try (claim) {
      delete(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "the working folder %s could not be deleted; it holds this session's keys: delete it"
              .formatted(folder),
          e);
    }
  }

  private static void deleteOrphans(Path parent) throws IOException {
    try (DirectoryStream<Path> found = Files.newDirectoryStream(parent, PREFIX + "*")) {
      for (Path folder : found) {
        if (Files.isWritable(folder.resolve(IN_USE)) && isOrphan(folder)) {
          delete(folder);
        }
      }
    }
  }

  private static boolean isOrphan(Path folder) {
    Optional<FileClaim> claim = FileClaim.attempt(folder.resolve(IN_USE));
    claim.ifPresent(FileClaim::close);
    return claim.isPresent();
  }
}
