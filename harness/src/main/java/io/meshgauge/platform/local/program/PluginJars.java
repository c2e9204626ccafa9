package io.meshgauge.platform.local.program;

import io.meshgauge.platform.FileClaim;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.local.process.ProcessGuard;
import io.meshgauge.topology.ProgramSpec.Jar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Jars of JMeter plugins in the user's cache, fetched once with the user's Maven. */
public final class PluginJars {
  private static final String CACHE = "jmeter-plugins";
  private static final Duration DOWNLOAD_TIMEOUT = Duration.ofMinutes(2);

  private PluginJars() {}

  /**
   * The folder with exactly these jars.
   *
   * @param environment variables of the user
   * @throws PlatformException when one cannot be fetched, or is not what is pinned
   */
  public static Path folder(List<Jar> jars, Map<String, String> environment) {
    try (ProcessGuard guard = new ProcessGuard()) {
      ProgramCache cache =
          ProgramCache.ofUser(new PackageTool(guard, environment, DOWNLOAD_TIMEOUT), environment);
      String set =
          jars.stream().map(it -> it.name() + "-" + it.version()).collect(Collectors.joining("+"));
      Path folder = cache.home().resolve(CACHE).resolve(set);
      for (Jar jar : jars) {
        Path copy = folder.resolve(jar.cached(""));
        if (!Files.isRegularFile(copy)) {
          put(cached(cache, jar), copy, folder, cache);
        }
      }
      return folder;
    } catch (IOException e) {
      throw new PlatformException("the plugins could not be cached: " + e.getMessage(), e);
    }
  }

  /** Copies it there under another name first, so that no experiment sees half a jar. */
  private static void put(Path jar, Path copy, Path folder, ProgramCache cache) throws IOException {
    try (FileClaim claim = cache.claim(CACHE)) {
      Files.createDirectories(folder);
      Path partial = folder.resolve(copy.getFileName() + ".part");
      Files.copy(jar, partial, StandardCopyOption.REPLACE_EXISTING);
      Files.move(partial, copy, StandardCopyOption.ATOMIC_MOVE);
    }
  }

  private static Path cached(ProgramCache cache, Jar jar) throws IOException {
    Path file = cache.file(CACHE, jar);
    Optional<String> obstacle = Files.isRegularFile(file) ? Optional.empty() : cache.obstacle(jar);
    if (obstacle.isPresent()) {
      throw new PlatformException("%s cannot be had %s".formatted(jar.artifact(), obstacle.get()));
    }
    return cache.obtain(CACHE, jar);
  }
}
