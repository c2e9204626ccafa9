package io.meshgauge.run.session;

import io.meshgauge.platform.FileClaim;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
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

  private final Path folder;
  private final FileClaim claim;

  private Scratch(Path folder, FileClaim claim) {
    this.folder = folder;
    this.claim = claim;
  }

  /** Creates a folder that only its owner can read, and deletes folders of dead sessions. */
  static Scratch create(Path parent) {
    try {
      deleteOrphans(parent);
      Optional<Scratch> made = Optional.empty();
      // Another session may take the folder for an orphan before its lock is held, and delete it.
      while (made.isEmpty()) {
        Path folder = Files.createTempDirectory(parent, PREFIX);
        made = FileClaim.attempt(folder.resolve(IN_USE)).map(it -> new Scratch(folder, it));
      }
      return made.get();
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
      deleteClaimed(folder);
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
        Path lock = folder.resolve(IN_USE);
        Optional<FileClaim> orphan =
            Files.isWritable(lock) ? FileClaim.attemptExisting(lock) : Optional.empty();
        if (orphan.isPresent()) {
          try (FileClaim held = orphan.get()) {
            deleteClaimed(folder);
          }
        }
      }
    }
  }

  /** The lock's file goes last: while it is there, no other session deletes the folder too. */
  private static void deleteClaimed(Path folder) throws IOException {
    Path lock = folder.resolve(IN_USE);
    try (DirectoryStream<Path> content = Files.newDirectoryStream(folder, it -> !it.equals(lock))) {
      for (Path it : content) {
        delete(it);
      }
    }
    delete(folder);
  }
}
