package io.meshgauge.archive;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Objects;

/** Writes files atomically and durably, also across a power loss. */
final class DurableFile {
  /** Suffix of a file that is being written. */
  static final String PART = ".new";

  private DurableFile() {}

  /**
   * Writes to a temporary file next to the target, syncs it and renames it, so that readers never
   * see a partial file.
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

  /** Syncs a directory; not every system supports that. */
  static void settle(Path folder) {
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (IOException ignored) {
      // The rename is done; only its durability across a power loss is not guaranteed.
    }
  }
}
