package io.meshgauge.platform.local;

import io.meshgauge.platform.PlatformException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Class-data sharing archives, with which services start in a fraction of the time: one per jar and
 * build, next to the build, written by {@link CdsArchiver}.
 *
 * <p>A service without an archive starts more slowly.
 */
final class ClassArchives {
  private static final Logger LOG = LoggerFactory.getLogger(ClassArchives.class);

  /** Whether every jar has an archive of its current build. */
  boolean complete(List<Path> jars) {
    return jars.stream().allMatch(jar -> Files.isRegularFile(archive(jar)));
  }

  /** Flags to start a service with its archive; empty without one. */
  List<String> use(Path jar) {
    Path archive = archive(jar);
    return Files.isRegularFile(archive)
        ? List.of("-XX:SharedArchiveFile=" + archive, "-Xshare:auto")
        : List.of();
  }

  /** Flags with which a service writes its archive when it ends. */
  List<String> make(Path jar) {
    return List.of("-XX:ArchiveClassesAtExit=" + unfinished(jar));
  }

  /** The folder with lock and archives of a service. */
  Path folder(Path jar) {
    try {
      return Files.createDirectories(target(jar));
    } catch (IOException e) {
      throw new PlatformException("cannot write next to the build: " + e.getMessage(), e);
    }
  }

  /** Moves a written archive into place and deletes those of earlier builds. */
  void adopt(Path jar) {
    Path unfinished = unfinished(jar);
    Path archive = archive(jar);
    try {
      if (!Files.isRegularFile(unfinished)) {
        LOG.warn("{} wrote no class archive; it will start more slowly", jar);
        return;
      }
      Files.move(unfinished, archive, StandardCopyOption.ATOMIC_MOVE);
      try (Stream<Path> others = Files.list(folder(jar))) {
        others
            .filter(file -> file.toString().endsWith(".jsa") && !file.equals(archive))
            .forEach(file -> file.toFile().delete());
      }
    } catch (IOException e) {
      LOG.warn("cannot keep the class archive of {}: {}", jar, e.getMessage());
    }
  }

  private Path archive(Path jar) {
    return target(jar).resolve(fingerprint(jar) + ".jsa");
  }

  private Path unfinished(Path jar) {
    return folder(jar).resolve("draft-" + ProcessHandle.current().pid() + ".jsa");
  }

  private static Path target(Path jar) {
    return folderOf(jar).resolveSibling("cds");
  }

  private static Path folderOf(Path jar) {
    return Objects.requireNonNull(jar.getParent());
  }

  /**
   * Fingerprint of a build under this Java, as 32 hexadecimal digits: names, sizes and times of the
   * jars, which the JVM compares as well. It takes a link for the file that it leads to; so does
   * this, or each way to a build would delete the archives of the others.
   */
  private static String fingerprint(Path jar) {
    try (Stream<Path> files = Files.walk(folderOf(jar).toRealPath())) {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(System.getProperty("java.vm.version").getBytes(StandardCharsets.UTF_8));
      digest.update(System.getProperty("java.home").getBytes(StandardCharsets.UTF_8));
      for (Path file : files.filter(f -> f.toString().endsWith(".jar")).sorted().toList()) {
        BasicFileAttributes facts = Files.readAttributes(file, BasicFileAttributes.class);
        String line = file + " " + facts.size() + " " + facts.lastModifiedTime().toMillis() + "\n";
        digest.update(line.getBytes(StandardCharsets.UTF_8));
      }
      return HexFormat.of().formatHex(digest.digest(), 0, 16);
    } catch (IOException e) {
      throw new PlatformException("the folder of %s cannot be read: %s".formatted(jar, e), e);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
