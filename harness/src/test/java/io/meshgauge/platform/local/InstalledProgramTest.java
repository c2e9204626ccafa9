package io.meshgauge.platform.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshgauge.platform.PlatformException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InstalledProgramTest {
  @TempDir Path folder;

  @Test
  void pathHasPrecedence() throws IOException {
    Path found = program("iperf3");
    Path named = program("another");

    assertThat(with(folder.toString(), named.toString()).obtain()).isEqualTo(found);
  }

  @Test
  void variableNamesAProgramThatIsNotOnThePath() throws IOException {
    Path named = program("another");

    assertThat(with("", named.toString()).obtain()).isEqualTo(named);
    assertThat(with("", named.toString()).obstacle()).isEmpty();
  }

  @Test
  void missingProgramIsReportedWithHowToGetIt() {
    InstalledProgram iperf = with(folder.toString(), "");

    assertThat(iperf.obstacle())
        .hasValueSatisfying(
            words ->
                assertThat(words)
                    .contains("iperf3 on the PATH", "MESHGAUGE_IPERF3", "apt install iperf3"));
    assertThatThrownBy(iperf::obtain)
        .isInstanceOf(PlatformException.class)
        .hasMessageContaining("apt install iperf3");
  }

  @Test
  void variableWithoutAProgramIsRefused() {
    String nowhere = folder.resolve("nowhere").toString();

    assertThatThrownBy(() -> with("", nowhere).obstacle())
        .isInstanceOf(PlatformException.class)
        .hasMessageContaining("MESHGAUGE_IPERF3")
        .hasMessageContaining(nowhere);
  }

  private static InstalledProgram with(String path, String named) {
    return new InstalledProgram(
        "iperf3",
        "MESHGAUGE_IPERF3",
        "install it (apt install iperf3)",
        Map.of("PATH", path, "MESHGAUGE_IPERF3", named));
  }

  private Path program(String name) throws IOException {
    Path file = Files.writeString(folder.resolve(name), "#!/bin/sh\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
    return file;
  }
}
