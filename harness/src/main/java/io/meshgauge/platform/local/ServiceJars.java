package io.meshgauge.platform.local;

import io.meshgauge.platform.PlatformException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/**
 * The built sample services: per service a folder {@code target/app} with its jar and {@code lib}
 * with the dependencies. Unlike a single executable jar, this layout supports class-data sharing.
 *
 * @param folder {@code sample-services} below the home of Meshgauge
 */
record ServiceJars(Path folder) {
  private static final String BUILD = "build it with: ./mvnw -q package -DskipTests";

  static ServiceJars below(Path home) {
    return new ServiceJars(home.resolve("sample-services"));
  }

  /** The jar of a service, whether it exists or not. */
  Path jar(String service) {
    return target(service).resolve("app").resolve(service + ".jar");
  }

  /** The service's build folder. */
  Path target(String service) {
    return folder.resolve(service).resolve("target");
  }

  /** Missing builds, one text each. */
  List<String> problems(List<String> services) {
    return services.stream()
        .filter(service -> !Files.isRegularFile(jar(service)))
        .map(
            service ->
                "service '%s' is not built: no %s; %s".formatted(service, jar(service), BUILD))
        .toList();
  }

  /**
   * Fingerprint of this build under this Java, as 32 hexadecimal digits: names, sizes and times of
   * the jars, which the JVM compares as well.
   */
  String fingerprint(String service) {
    try (Stream<Path> files = Files.walk(target(service).resolve("app"))) {
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
      throw new PlatformException(problems(List.of(service)).toString(), e);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
