package io.meshgauge.platform;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Optional;

/**
 * A claim on a resource shared by all harnesses of a user, by a lock on a file: at most one holder
 * at a time. The operating system releases it when the holder dies.
 */
public final class FileClaim implements AutoCloseable {
  private static final Duration CHECK_INTERVAL = Duration.ofMillis(100);

  private final FileChannel channel;

  private FileClaim(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Claims the file without waiting; empty when it is held.
   *
   * @throws PlatformException when the file cannot be written
   */
  public static Optional<FileClaim> attempt(Path file) {
    try {
      FileChannel channel =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (locked(channel)) {
        return Optional.of(new FileClaim(channel));
      }
      channel.close();
      return Optional.empty();
    } catch (IOException e) {
      throw new PlatformException("cannot lock %s: %s".formatted(file, e.getMessage()), e);
    }
  }

  /**
   * Claims the file, waiting for an earlier holder.
   *
   * @throws PlatformException when the limit passes
   */
  public static FileClaim await(Path file, Duration limit) {
    return new Wait(limit, CHECK_INTERVAL)
        .until(
            () -> attempt(file),
            () ->
                "another harness has held %s for more than %d s; wait for it to end, or end it"
                    .formatted(file, limit.toSeconds()));
  }

  private static boolean locked(FileChannel channel) throws IOException {
    try {
      FileLock lock = channel.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException e) {
      // Held by another thread of this harness.
      return false;
    }
  }

  /** Releases the claim. */
  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException ignored) {
      // The lock ends with the process.
    }
  }
}
