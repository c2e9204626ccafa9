package io.meshgauge.platform.kubernetes.mesh;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.meshgauge.platform.PlatformException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VendorToolTest {
  @TempDir Path folder;

  @Test
  void guardedToolSeparatesOutputAndInheritsTheEnvironment() throws IOException {
    VendorTool tool = tool("pwd; echo \"$PATH $2\"; echo careful >&2");

    assertThat(new String(tool.runGuarded(List.of("acme", "a b", "c d"))))
        .isEqualTo("%s%n%s c d%n".formatted(Path.of("").toRealPath(), System.getenv("PATH")))
        .isEqualTo(new String(tool.run(List.of("acme", "a b", "c d"))));
  }

  @Test
  void guardedToolsFailureIsQuoted() throws IOException {
    VendorTool tool = tool("echo no such cluster >&2; exit 3");

    assertThatThrownBy(() -> tool.runGuarded(List.of("acme", "install")))
        .isInstanceOf(PlatformException.class)
        .hasMessage("`acme install` exited with status 3; its last output: no such cluster");
  }

  @Test
  void installationEndsWithTheHarness() throws Exception {
    Path pid = folder.resolve("pid");
    VendorTool tool = tool("echo $$ >%1$s.part; mv %1$s.part %1$s; exec sleep 600".formatted(pid));
    Process harness =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Killed.class.getName(),
                tool.program().toString())
            .redirectErrorStream(true)
            .redirectOutput(new File(folder.toFile(), "harness.log"))
            .start();
    await().atMost(30, SECONDS).until(() -> Files.exists(pid));
    ProcessHandle running =
        ProcessHandle.of(Long.parseLong(Files.readString(pid).strip())).orElseThrow();

    harness.destroyForcibly().waitFor();

    await().atMost(15, SECONDS).until(() -> !running.isAlive());
  }

  /** A harness that has something installed; to be killed. */
  static final class Killed {
    private Killed() {}

    /** Its one argument is the tool. */
    public static void main(String[] args) {
      new VendorTool(Path.of(args[0])).runGuarded(List.of("acme", "install"));
    }
  }

  private VendorTool tool(String script) throws IOException {
    Path file = Files.writeString(folder.resolve("acme"), "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    return new VendorTool(file);
  }
}
