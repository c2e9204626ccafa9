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
 * A claim on something shared by all harnesses of a user, held through a lock on a file: at most
 * one holder at a time, and the operating system takes it back when the holder dies.
 */
public final class FileClaim implements AutoCloseable {
  private static final Duration PAUSE = Duration.ofMillis(100);

  private final FileChannel channel;

  private FileClaim(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Claims the file now, or not at all.
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
    return new Wait(limit, PAUSE)
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
      // Held by another thread of this very harness, which counts as well.
      return false;
    }
  }

  /** Gives the claim back. */
  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException ignored) {
      // The lock goes with the process at the latest.
    }
  }
}
