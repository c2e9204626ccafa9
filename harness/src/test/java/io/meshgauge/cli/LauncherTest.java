package io.meshgauge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
class LauncherTest {
  @TempDir Path folder;
  private Path home;

  @BeforeEach
  void projectWithAJavaThatOnlyPrintsItsArguments() throws IOException {
    home = Files.createDirectory(folder.resolve("pro ject"));
    Path script = home.resolve("meshgauge");
    Files.copy(Path.of("..", "meshgauge"), script);
    executable(script);
    script(home.resolve("jdk/bin/java"), "printf '%s\\n' \"$@\"");
    script(home.resolve("mvnw"), "echo \"mvnw $*\" >&2; sh \"$(dirname \"$0\")/build\"");
    Files.writeString(
        home.resolve("build"),
        """
        mkdir -p harness/target/classes/io/meshgauge/cli harness/target/lib
        touch harness/target/classes/io/meshgauge/cli/Meshgauge.class
        for s in gateway auth order payment logging; do
          mkdir -p sample-services/$s/target/app
          touch sample-services/$s/target/app/$s.jar
        done
        mkdir -p jmeter-plans/target/worker/lib
        """);
  }

  @Test
  void pathWithLettersOfAnyScriptIsReadInALocaleThatHasThem()
      throws IOException, InterruptedException {
    script(home.resolve("jdk/bin/java"), "echo \"locale $LC_ALL\"");
    // By the shell: a JVM in the locale C cannot write the name of the folder either.
    String move =
        "other=$2/$(printf '\\320\\277'); cp -r \"$1\" \"$other\"; LC_ALL=C \"$other/meshgauge\" list";

    String printed =
        launch(Path.of("/bin/sh"), "-c", move, "sh", home.toString(), folder.toString());

    assertThat(printed).contains("locale C.UTF-8");
    String enter = "other=$2/$(printf '\\320\\277'); cd \"$other\"; LC_ALL=C \"$1/meshgauge\" list";
    assertThat(launch(Path.of("/bin/sh"), "-c", enter, "sh", home.toString(), folder.toString()))
        .as("the caller's folder")
        .contains("locale C.UTF-8");
    assertThat(launch(Path.of("/bin/sh"), "-c", "LC_ALL=C \"$1/meshgauge\" list", "sh", home + ""))
        .doesNotContain("UTF-8");
  }

  @Test
  void throughLinksItFindsItsHomeBuildsOnceAndHandsOnEveryArgument()
      throws IOException, InterruptedException {
    Files.createSymbolicLink(folder.resolve("absolute"), home.resolve("meshgauge"));
    Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("absolute"));

    String first = launch(link, "run", "my file.yaml");
    String second = launch(link, "run", "my file.yaml");

    assertThat(first)
        .contains("meshgauge: the harness is not built yet; building")
        .contains("mvnw -q -B -T2 package -P-tests -Dtest.sources=none");
    assertThat(second)
        .doesNotContain("not built")
        .contains("-Dmeshgauge.home=" + home.toRealPath() + "\n")
        .contains("-Dmeshgauge.terminal=false\n")
        .contains("io.meshgauge.cli.Meshgauge\nrun\nmy file.yaml\n");
  }

  @Test
  void verbsThatStartNothingNeedOnlyTheHarness() throws IOException, InterruptedException {
    launch(home.resolve("meshgauge"), "doctor");
    Files.delete(home.resolve("sample-services/auth/target/app/auth.jar"));

    assertThat(launch(home.resolve("meshgauge"), "doctor")).doesNotContain("not built");
    assertThat(launch(home.resolve("meshgauge"), "run")).contains("the service auth is not built");
  }

  @Test
  void twoCallersBuildOnce() throws IOException, InterruptedException {
    Path build = home.resolve("build");
    Files.writeString(build, "sleep 1\necho built >> built\n" + Files.readString(build));
    Path words = folder.resolve("other");
    Process other = start(words, home.resolve("meshgauge"), "doctor");

    String own = launch(home.resolve("meshgauge"), "doctor");

    assertThat(other.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(own + Files.readString(words)).contains("waiting for another build");
    assertThat(Files.readString(home.resolve("built"))).isEqualTo("built\n");
  }

  @Test
  void aReleaseIsStartedAsItIs() throws IOException, InterruptedException {
    Files.createDirectory(home.resolve("lib"));

    assertThat(launch(home.resolve("meshgauge"), "run"))
        .doesNotContain("not built")
        .contains("-cp\n" + home.toRealPath() + "/lib/*\n");
  }

  @Test
  void aFailedBuildEndsTheCommandWithAMessage() throws IOException, InterruptedException {
    Files.writeString(home.resolve("build"), "exit 1");

    assertThat(launch(home.resolve("meshgauge"), "list"))
        .contains("Build failed")
        .endsWith("exit 3");
  }

  /** Output of the launcher on both streams, and its exit code if it is not 0. */
  private String launch(Path command, String... arguments)
      throws IOException, InterruptedException {
    Path output = folder.resolve("output");
    Process process = start(output, command, arguments);
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    String words = Files.readString(output);
    return process.exitValue() == 0 ? words : words + "exit " + process.exitValue();
  }

  private Process start(Path output, Path command, String... arguments) throws IOException {
    ProcessBuilder builder = new ProcessBuilder();
    builder.command().add(command.toString());
    builder.command().addAll(List.of(arguments));
    builder.environment().putAll(Map.of("JAVA_HOME", home.resolve("jdk").toString()));
    return builder
        .redirectErrorStream(true)
        .redirectOutput(output.toFile())
        .redirectInput(ProcessBuilder.Redirect.from(home.resolve("build").toFile()))
        .start();
  }

  private static void script(Path file, String body) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\n" + body + "\n");
    executable(file);
  }

  private static void executable(Path file) {
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }
}
