package io.meshgauge.platform.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.platform.local.process.ProcessGuard;
import io.meshgauge.platform.local.program.Programs;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineFactsTest {
  @TempDir Path folder;

  /** A build has the libraries next to each service, a release once for all. */
  @Test
  void librariesAreThoseThatTheJarsOfServicesName() throws IOException {
    Path built =
        service("built.jar", "lib/spring-boot-4.1.1.jar lib/spring-boot-jackson-4.1.1.jar");
    Path released = service("released.jar", "../../../target/lib/grpc-core-1.83.1.jar");
    Path absent = folder.resolve("absent.jar");

    Map<String, String> facts = facts(List.of(built, released, absent));

    assertThat(facts)
        .containsEntry("services.spring-boot", "4.1.1")
        .containsEntry("services.grpc-core", "1.83.1");
    assertThat(facts.keySet())
        .filteredOn(it -> it.startsWith("services."))
        .containsExactlyInAnyOrder(
            "services.spring-boot", "services.grpc-core", "services.jvm.flags");
  }

  private Map<String, String> facts(List<Path> jars) throws IOException {
    try (ProcessGuard guard = new ProcessGuard()) {
      Programs none = new Programs(guard, Map.of(), folder, List.of());
      return new MachineFacts(jars, none).environment().facts();
    }
  }

  private Path service(String name, String classPath) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classPath);
    Path jar = folder.resolve(name);
    try (OutputStream out = Files.newOutputStream(jar)) {
      new JarOutputStream(out, manifest).close();
    }
    return jar;
  }
}
