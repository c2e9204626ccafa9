package io.meshgauge.platform.local.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpenFilesTest {
  private static final String LIMITS =
      """
      Limit                     Soft Limit           Hard Limit           Units
      Max processes             96218                96218                processes
      Max open files            %s                 %s               files
      """;

  @TempDir Path folder;

  @Test
  void lowHardLimitIsAProblemWithItsNumber() throws IOException {
    assertThat(OpenFiles.problem(limits("256", "256")))
        .hasValueSatisfying(it -> assertThat(it).contains("may have 256 files", "ulimit -n 4096"));
  }

  @Test
  void limitsThatTheJvmCanRaiseAndUnknownOnesAreNone() throws IOException {
    assertThat(OpenFiles.problem(limits("256", "524288"))).isEmpty();
    assertThat(OpenFiles.problem(limits("1024", "unlimited"))).isEmpty();
    assertThat(OpenFiles.problem(folder.resolve("none"))).isEmpty();
  }

  private Path limits(String soft, String hard) throws IOException {
    return Files.writeString(folder.resolve("limits"), LIMITS.formatted(soft, hard));
  }
}
