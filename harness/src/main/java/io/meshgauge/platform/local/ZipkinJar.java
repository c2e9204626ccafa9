package io.meshgauge.platform.local;

import io.meshgauge.platform.FileClaim;
import io.meshgauge.platform.PlatformException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * The Zipkin server: the file named by {@code MESHGAUGE_ZIPKIN}, or else the pinned release,
 * fetched once with the user's Maven into the cache and used only if its SHA-256 matches.
 */
final class ZipkinJar implements Program {
  static final String VARIABLE = "MESHGAUGE_ZIPKIN";
  static final String VERSION = "3.5.1";
  private static final String ARTIFACT = "io.zipkin:zipkin-server:" + VERSION + ":jar:slim";
  private static final String SHA256 =
      "7956e7f2c64b7073e1362b81e697fceb5fe61e121ad3cb48d545461026964b0f";
  private static final Duration LOCK_TIMEOUT = Duration.ofMinutes(5);

  private final Map<String, String> environment;
  private final CacheFolder cache;
  private final MavenCopy maven;
  private final String pinned;

  ZipkinJar(ProcessGuard guard, CacheFolder cache, Map<String, String> environment) {
    this(cache, environment, new MavenCopy(guard, environment, Duration.ofMinutes(4)), SHA256);
  }

  ZipkinJar(CacheFolder cache, Map<String, String> environment, MavenCopy maven, String pinned) {
    this.environment = Map.copyOf(environment);
    this.cache = cache;
    this.maven = maven;
    this.pinned = pinned;
  }

  @Override
  public Optional<Path> present() {
    return named().or(() -> Optional.of(cached()).filter(Files::isRegularFile));
  }

  @Override
  public Optional<String> obstacle() {
    return present().isPresent() || maven.isThere()
        ? Optional.empty()
        : Optional.of(lookedFor() + "and there is no `mvn` on the PATH to fetch it. " + advice());
  }

  @Override
  public Path obtain() {
    return present().orElseGet(this::fetchOnce);
  }

  /** The version of a jar; for one named by the user, only its file name is known. */
  static String version(Path jar) {
    String name = jar.getFileName().toString();
    return name.equals(fileName()) ? VERSION : name;
  }

  private Optional<Path> named() {
    String name = environment.getOrDefault(VARIABLE, "");
    if (name.isBlank()) {
      return Optional.empty();
    }
    Path file = Path.of(name);
    if (!Files.isRegularFile(file)) {
      throw new PlatformException(
          "%s is set to '%s', which is not a file; let it name the executable jar of a Zipkin server, or unset it"
              .formatted(VARIABLE, name));
    }
    return Optional.of(file.toAbsolutePath());
  }

  private static String fileName() {
    return "zipkin-server-" + VERSION + "-slim.jar";
  }

  private Path cached() {
    return cache.path().resolve("zipkin").resolve(fileName());
  }

  private Path fetchOnce() {
    Path folder = cache.folder("zipkin");
    try (FileClaim claim = FileClaim.await(folder.resolve("fetch.lock"), LOCK_TIMEOUT)) {
      // Another experiment may have fetched it during the wait.
      return Files.isRegularFile(cached()) ? cached() : fetch(folder);
    }
  }

  private Path fetch(Path folder) {
    Path temporary = null;
    try {
      temporary = Files.createTempDirectory(folder, "fetch-");
      Path jar = maven.copy(ARTIFACT, temporary);
      String found = FetchedProgram.sha256(jar);
      if (!found.equals(pinned)) {
        throw new PlatformException(
            "%s has SHA-256 %s, expected %s; it is not used"
                .formatted(jar.getFileName(), found, pinned));
      }
      return Files.move(jar, cached(), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException | PlatformException e) {
      throw new PlatformException(
          lookedFor() + "fetching it failed: " + e.getMessage() + "\n" + advice(), e);
    } finally {
      if (temporary != null) {
        FetchedProgram.remove(temporary);
      }
    }
  }

  private String lookedFor() {
    return "no Zipkin: %s is not set, none at %s; ".formatted(VARIABLE, cached());
  }

  private static String advice() {
    return "To get one: `mvn dependency:copy -Dartifact=%s -DoutputDirectory=.` must work for you (network, or a repository of your own in Maven's settings), or let %s name the jar. Telemetry other than traces does not need it."
        .formatted(ARTIFACT, VARIABLE);
  }
}
