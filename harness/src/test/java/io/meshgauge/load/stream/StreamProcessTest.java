package io.meshgauge.load.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshgauge.load.LoadException;
import io.meshgauge.topology.Address;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests with a script instead of iperf3. */
class StreamProcessTest {
  private static final StreamRequest REQUEST =
      new StreamRequest(Address.loopback(5201), Duration.ofSeconds(10), 4);

  @TempDir Path folder;

  @Test
  void commandRequestsJsonAndARecognisablePayload() {
    assertThat(REQUEST.command("/usr/bin/iperf3"))
        .startsWith("/usr/bin/iperf3", "--client", "127.0.0.1", "--port", "5201")
        .containsSubsequence("--time", "10", "--parallel", "4")
        .contains("--json", "--repeating-payload")
        .doesNotContain("--reverse");
  }

  @Test
  void processExistsBeforeAnythingIsSent() throws IOException {
    Path sign = folder.resolve("sign");
    try (StreamProcess client = start("echo $$ > " + sign + "; echo '{\"end\":1}'")) {
      long pid = client.pid().orElseThrow();
      assertThat(sign).doesNotExist();

      assertThat(client.send(second -> {})).isEqualTo("{\"end\":1}\n");

      assertThat(Files.readString(sign).strip()).isEqualTo(Long.toString(pid));
    }
  }

  @Test
  void missingOutputIsAnErrorThatQuotesTheLog() throws IOException {
    try (StreamProcess client = start("echo 'no such option' >&2; exit 1")) {
      assertThatThrownBy(() -> client.send(second -> {}))
          .isInstanceOf(LoadException.class)
          .hasMessageContaining("iperf3 printed nothing")
          .hasMessageContaining("no such option");
    }
  }

  @Test
  void closeEndsAClientThatNeverSent() throws IOException {
    StreamProcess client = start("echo never");
    ProcessHandle process = ProcessHandle.of(client.pid().orElseThrow()).orElseThrow();

    client.close();

    assertThat(process.isAlive()).isFalse();
  }

  @Test
  void streamWithoutDurationOrConnectionIsRefused() {
    Address server = Address.loopback(5201);

    assertThatThrownBy(() -> new StreamRequest(server, Duration.ZERO, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new StreamRequest(server, Duration.ofSeconds(1), 0))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private StreamProcess start(String script) throws IOException {
    Path program = Files.writeString(folder.resolve("iperf3"), "#!/bin/sh\n" + script + "\n");
    assertThat(program.toFile().setExecutable(true)).isTrue();
    return StreamProcess.start(
        program.toString(),
        REQUEST,
        folder,
        (List<String> command, Path where, Path log) ->
            new ProcessBuilder(command)
                .directory(where.toFile())
                .redirectError(log.toFile())
                .start());
  }
}
