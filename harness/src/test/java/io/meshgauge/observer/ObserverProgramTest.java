package io.meshgauge.observer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshgauge.topology.Address;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ObserverProgramTest {

  @Test
  void programPrintsItsPortAndExitsWithoutClients() throws Exception {
    Process program = start("--node", "n7", "--patience", "2");
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(program.getInputStream(), StandardCharsets.US_ASCII))) {
      String line = out.readLine();
      assertThat(line).matches("listening \\d+");
      int port = Integer.parseInt(line.substring("listening ".length()));
      try (ObserverClient client =
          new ObserverClient(
              () -> Address.loopback(port),
              Thread::new,
              Duration.ofSeconds(5),
              Duration.ofMillis(200))) {
        assertThat(client.facts().node()).isEqualTo("n7");
        assertThat(program.waitFor(4, TimeUnit.SECONDS)).as("exited despite requests").isFalse();
      }
      assertThat(program.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(program.exitValue()).isEqualTo(3);
      assertThat(out.readLine()).as("a second line").isNull();
    } finally {
      program.destroyForcibly();
    }
  }

  @Test
  void invalidArgumentsEndTheProgram() throws Exception {
    Process program = start("--prot", "1");
    assertThat(program.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(program.exitValue()).isEqualTo(2);
  }

  @Test
  void defaultsAreAnyPortAndTwoMinutes() {
    assertThat(Observer.Options.of(List.of()))
        .isEqualTo(new Observer.Options(0, Optional.empty(), Duration.ofMinutes(2)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"--port 65536", "--port x", "--port", "--patience 0", "80 80"})
  void invalidArgumentIsNamed(String arguments) {
    assertThatThrownBy(() -> Observer.Options.of(List.of(arguments.split(" "))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(arguments.split(" ")[0])
        .hasMessageContaining("expected");
  }

  private static Process start(String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Observer.class.getName()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
  }
}
