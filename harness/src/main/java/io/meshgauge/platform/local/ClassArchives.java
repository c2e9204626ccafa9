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
 * The archives of loaded classes (class-data sharing) with which the services start in a fraction
 * of the time: one per service and build, beside the build, made by a first deployment that is
 * thrown away.
 *
 * <p>Without an archive a service starts all the same, only later.
 */
final class ClassArchives {
  private static final Logger LOG = LoggerFactory.getLogger(ClassArchives.class);

  private final ServiceJars jars;

  ClassArchives(ServiceJars jars) {
    this.jars = jars;
  }

  /** Whether every service has an archive of its present build. */
  boolean complete(List<String> services) {
    return services.stream().allMatch(service -> Files.isRegularFile(archive(service)));
  }

  /** The flags to start a service with its archive; none when there is no archive. */
  List<String> use(String service) {
    Path archive = archive(service);
    return Files.isRegularFile(archive)
        ? List.of("-XX:SharedArchiveFile=" + archive, "-Xshare:auto")
        : List.of();
  }

  /** The flags with which a service writes its archive when it ends. */
  List<String> make(String service) {
    return List.of("-XX:ArchiveClassesAtExit=" + draft(service));
  }

  /** A folder for the lock and the archives of a service; empty archives need none. */
  Path folder(String service) {
    try {
      return Files.createDirectories(jars.target(service).resolve("cds"));
    } catch (IOException e) {
      throw new PlatformException("cannot write next to the build: " + e.getMessage(), e);
    }
  }

  /** Puts a written archive in place and removes those of earlier builds. */
  void adopt(String service) {
    Path draft = draft(service);
    Path archive = archive(service);
    try {
      if (!Files.isRegularFile(draft)) {
        LOG.warn("{} wrote no class archive; it will start more slowly", service);
        return;
      }
      Files.move(draft, archive, StandardCopyOption.ATOMIC_MOVE);
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

  private Path draft(String service) {
    return folder(service).resolve("draft-" + ProcessHandle.current().pid() + ".jsa");
  }
}
