package io.meshgauge.platform.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshgauge.platform.PlatformException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where the Zipkin server comes from, with a Maven of the test. */
class ZipkinJarTest {
  @TempDir Path folder;

  private final ProcessGuard guard = new ProcessGuard();
  private final Map<String, String> environment = new HashMap<>();
  private Path released;

  @BeforeEach
  void provideARelease() throws IOException {
    released = Files.writeString(folder.resolve("zipkin-server-test.jar"), "a jar");
    environment.put("PATH", folder.resolve("bin") + ":" + System.getenv("PATH"));
    maven("for word; do out=${word#-DoutputDirectory=}; done; cp " + released + " $out/");
  }

  @AfterEach
  void endChildren() {
    guard.close();
  }

  @Test
  void releaseIsFetchedOnceWithTheUsersMaven() throws IOException {
    Path first = jar(FetchedProgram.sha256(released)).obtain();
    assertThat(first).hasContent("a jar").hasParent(folder.resolve("cache/zipkin"));
    maven("exit 1");
    assertThat(jar(FetchedProgram.sha256(released)).obtain()).isEqualTo(first);
    assertThat(folder.resolve("cache/zipkin")).isDirectoryNotContaining("glob:**/fetch-*");
  }

  @Test
  void jarWithAnotherChecksumIsNotUsed() {
    ZipkinJar jar = jar("0".repeat(64));
    assertThatThrownBy(jar::obtain)
        .isInstanceOf(PlatformException.class)
        .hasMessageContaining("expected " + "0".repeat(64))
        .hasMessageContaining("not used")
        .hasMessageContaining("MESHGAUGE_ZIPKIN");
    assertThat(jar.present()).isEmpty();
  }

  @Test
  void outputOfAFailingMavenIsInTheError() throws IOException {
    maven("echo no such artifact; exit 1");
    assertThatThrownBy(() -> jar("x").obtain())
        .hasMessageContaining("exit status 1")
        .hasMessageContaining("no such artifact")
        .hasMessageContaining("-Dartifact=io.zipkin:zipkin-server:");
  }

  @Test
  void fileOfTheUserHasPrecedence() {
    environment.put("MESHGAUGE_ZIPKIN", released.toString());
    assertThat(jar("x").obtain()).isEqualTo(released);
    assertThat(ZipkinJar.version(released)).isEqualTo("zipkin-server-test.jar");
    environment.put("MESHGAUGE_ZIPKIN", folder.resolve("nothing.jar").toString());
    assertThatThrownBy(() -> jar("x").present()).hasMessageContaining("nothing.jar', which is no");
  }

  @Test
  void missingMavenIsReported() {
    environment.put("PATH", folder.resolve("empty").toString());
    assertThat(jar("x").obstacle().orElseThrow())
        .contains("MESHGAUGE_ZIPKIN is not set", "no `mvn` on the PATH", "dependency:copy");
    environment.put("MESHGAUGE_ZIPKIN", released.toString());
    assertThat(jar("x").obstacle()).isEmpty();
  }

  private ZipkinJar jar(String pinned) {
    return new ZipkinJar(
        new CacheFolder(folder.resolve("cache")),
        environment,
        new MavenCopy(guard, environment, Duration.ofSeconds(20)),
        pinned);
  }

  private void maven(String script) throws IOException {
    Path file = Files.createDirectories(folder.resolve("bin")).resolve("mvn");
    Files.writeString(file, "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
