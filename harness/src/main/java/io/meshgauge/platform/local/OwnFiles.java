package io.meshgauge.platform.local;

import io.meshgauge.platform.PlatformException;
import io.meshgauge.topology.plane.ConfigFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/** Files of a run that only their owner can read. */
final class OwnFiles {
  private OwnFiles() {}

  /**
   * Writes a new file and replaces an existing one.
   *
   * @throws PlatformException when it cannot be written
   */
  static Path write(Path file, String text) {
    try {
      Files.deleteIfExists(file);
      if (Files.getFileStore(file.getParent()).supportsFileAttributeView("posix")) {
        Files.createFile(
            file,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      }
      return Files.writeString(file, text, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new PlatformException("cannot write " + file + ": " + e.getMessage(), e);
    }
  }

  /**
   * Replaces a file by a move, because Envoy watches for moves and not for writes.
   *
   * @throws PlatformException when it cannot be written
   */
  static void replace(ConfigFile file) {
    Path next =
        write(file.path().resolveSibling(file.path().getFileName() + ".next"), file.content());
    try {
      Files.move(next, file.path(), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new PlatformException("cannot replace " + file.path() + ": " + e.getMessage(), e);
    }
  }
}
