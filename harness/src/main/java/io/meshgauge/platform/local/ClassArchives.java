package io.meshgauge.platform.local;

import io.meshgauge.platform.PlatformException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Class-data sharing archives, with which services start in a fraction of the time: one per service
 * and build, next to the build, written by {@link CdsArchiver}.
 *
 * <p>A service without an archive starts more slowly.
 */
final class ClassArchives {
  private static final Logger LOG = LoggerFactory.getLogger(ClassArchives.class);

  private final ServiceJars jars;

  ClassArchives(ServiceJars jars) {
    this.jars = jars;
  }

  /** Whether every service has an archive of its current build. */
  boolean complete(List<String> services) {
    return services.stream().allMatch(service -> Files.isRegularFile(archive(service)));
  }

  /** Flags to start a service with its archive; empty without one. */
  List<String> use(String service) {
    Path archive = archive(service);
    return Files.isRegularFile(archive)
        ? List.of("-XX:SharedArchiveFile=" + archive, "-Xshare:auto")
        : List.of();
  }

  /** Flags with which a service writes its archive when it ends. */
  List<String> make(String service) {
    return List.of("-XX:ArchiveClassesAtExit=" + unfinished(service));
  }

  /** The folder with lock and archives of a service. */
  Path folder(String service) {
    try {
      return Files.createDirectories(jars.target(service).resolve("cds"));
    } catch (IOException e) {
      throw new PlatformException("cannot write next to the build: " + e.getMessage(), e);
    }
  }

  /** Moves a written archive into place and deletes those of earlier builds. */
  void adopt(String service) {
    Path unfinished = unfinished(service);
    Path archive = archive(service);
    try {
      if (!Files.isRegularFile(unfinished)) {
        LOG.warn("{} wrote no class archive; it will start more slowly", service);
        return;
      }
      Files.move(unfinished, archive, StandardCopyOption.ATOMIC_MOVE);
      try (Stream<Path> others = Files.list(folder(service))) {
        others
            .filter(file -> file.toString().endsWith(".jsa") && !file.equals(archive))
            .forEach(file -> file.toFile().delete());
      }
    } catch (IOException e) {
      LOG.warn("cannot keep the class archive of {}: {}", service, e.getMessage());
    }
  }

  private Path archive(String service) {
    return jars.target(service).resolve("cds").resolve(jars.fingerprint(service) + ".jsa");
  }

  private Path unfinished(String service) {
    return folder(service).resolve("draft-" + ProcessHandle.current().pid() + ".jsa");
  }
}
