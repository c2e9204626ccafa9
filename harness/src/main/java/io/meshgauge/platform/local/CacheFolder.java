package io.meshgauge.platform.local;

import io.meshgauge.platform.PlatformException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * The user's cache for files that are fetched or made once, shared by concurrent runs: {@code
 * MESHGAUGE_CACHE}, else {@code XDG_CACHE_HOME/meshgauge}, else {@code ~/.cache/meshgauge}.
 *
 * @param path the folder; need not exist yet
 */
public record CacheFolder(Path path) {

  /** The cache folder according to the user's environment. */
  public static CacheFolder ofUser() {
    return of(System.getenv(), System.getProperty("user.home"));
  }

  static CacheFolder of(Map<String, String> environment, String home) {
    String own = environment.getOrDefault("MESHGAUGE_CACHE", "");
    if (!own.isBlank()) {
      return new CacheFolder(Path.of(own).toAbsolutePath());
    }
    String shared = environment.getOrDefault("XDG_CACHE_HOME", "");
    Path parent = shared.isBlank() ? Path.of(home, ".cache") : Path.of(shared);
    return new CacheFolder(parent.resolve("meshgauge").toAbsolutePath());
  }

  /**
   * A folder in the cache, created when absent.
   *
   * @throws PlatformException when it cannot be created
   */
  Path folder(String name) {
    Path folder = path.resolve(name);
    try {
      return Files.createDirectories(folder);
    } catch (IOException e) {
      throw new PlatformException(
          "cannot create the cache folder %s: %s; make it writable, or name another one in MESHGAUGE_CACHE"
              .formatted(folder, e.getMessage()),
          e);
    }
  }
}
