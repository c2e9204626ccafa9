package io.meshgauge.archive;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Objects;

/** Files that are wholly there or not at all, also after the machine has lost its power. */
final class DurableFile {
  /** What stands behind the name of a file that is being written. */
  static final String PART = ".new";

  private DurableFile() {}

  /**
   * Writes beside the target, has that on the disk, and moves it into place, so that a reader never
   * meets half a file.
   */
  static void write(Path file, byte[] bytes) throws IOException {
    Path folder = Objects.requireNonNull(file.toAbsolutePath().getParent());
    Files.createDirectories(folder);
    Path part = file.resolveSibling(file.getFileName() + PART);
    try (FileChannel channel =
        FileChannel.open(
            part,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      ByteBuffer rest = ByteBuffer.wrap(bytes);
      while (rest.hasRemaining()) {
        channel.write(rest);
      }
      channel.force(true);
    }
    Files.move(part, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    settle(folder);
  }

  /** Has the names in a folder on the disk; not every system lets a folder be opened for that. */
  static void settle(Path folder) {
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (IOException ignored) {
      // The move itself is done; what is missing is its promise to outlive a loss of power.
    }
  }
}
