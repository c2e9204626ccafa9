package io.meshgauge.platform;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A claim on a resource shared by all harnesses of a user, by a lock on a file: at most one holder
 * at a time. The operating system releases it when the holder dies.
 */
public final class FileClaim implements AutoCloseable {
  private static final Duration CHECK_INTERVAL = Duration.ofMillis(100);

  /**
   * Files that this process has claimed or is claiming. Closing any channel of a file releases
   * every lock of the process on it, so that no second channel may be opened.
   */
  private static final Set<Path> CLAIMED = ConcurrentHashMap.newKeySet();

  private final Path file;
  private final FileChannel channel;

  private FileClaim(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * Claims the file, which is created if it is absent, without waiting; empty when it is held.
   *
   * @throws PlatformException when the file cannot be written
   */
  public static Optional<FileClaim> attempt(Path file) {
    return attempt(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  /**
   * Claims a file without creating it; empty when it is held, absent, or deleted meanwhile.
   *
   * @throws PlatformException when the file cannot be written
   */
  public static Optional<FileClaim> attemptExisting(Path file) {
    return attempt(file, StandardOpenOption.WRITE);
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

  private static Optional<FileClaim> attempt(Path file, OpenOption... options) {
    Path claimed = file.toAbsolutePath().normalize();
    if (!CLAIMED.add(claimed)) {
      return Optional.empty();
    }
    Optional<FileClaim> claim = Optional.empty();
    try {
      claim = locked(claimed, FileChannel.open(claimed, options));
    } catch (NoSuchFileException absent) {
      // Only a file that may not be created: its folder is there for the others.
      if (Set.of(options).contains(StandardOpenOption.CREATE)) {
        throw unlockable(file, absent);
      }
    } catch (IOException e) {
      throw unlockable(file, e);
    } finally {
      if (claim.isEmpty()) {
        CLAIMED.remove(claimed);
      }
    }
    return claim;
  }

  private static Optional<FileClaim> locked(Path file, FileChannel channel) throws IOException {
    FileLock lock;
    try {
      lock = channel.tryLock();
    } catch (OverlappingFileLockException e) {
      // Held by this process under another path of the file.
      lock = null;
    }
    // An earlier holder may have deleted the file between the opening and the lock.
    if (lock != null && Files.exists(file)) {
      return Optional.of(new FileClaim(file, channel));
    }
    channel.close();
    return Optional.empty();
  }

  private static PlatformException unlockable(Path file, IOException cause) {
    return new PlatformException("cannot lock %s: %s".formatted(file, cause.getMessage()), cause);
  }

  /** Releases the claim. */
  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException ignored) {
      // The lock ends with the process.
    } finally {
      CLAIMED.remove(file);
    }
  }
}
