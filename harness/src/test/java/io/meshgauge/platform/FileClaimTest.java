package io.meshgauge.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class FileClaimTest {
  @TempDir Path folder;

  @Test
  void hasOneHolderAtATime() {
    Path file = folder.resolve("in-use");

    try (FileClaim held = FileClaim.attempt(file).orElseThrow()) {
      assertThat(FileClaim.attempt(file)).isEmpty();
      assertThat(FileClaim.attemptExisting(file)).isEmpty();
    }
    FileClaim.attempt(file).orElseThrow().close();
  }

  @Test
  void anExistingFileIsClaimedAndAnAbsentOneNotCreated() throws IOException {
    Path file = folder.resolve("in-use");

    assertThat(FileClaim.attemptExisting(file)).isEmpty();
    assertThat(file).doesNotExist();
    Files.createFile(file);
    FileClaim.attemptExisting(file).orElseThrow().close();
  }

  @Test
  void aFolderThatIsNotThereIsNamed() {
    Path file = folder.resolve("absent/in-use");

    assertThatThrownBy(() -> FileClaim.attempt(file))
        .isInstanceOf(PlatformException.class)
        .hasMessageContaining("cannot lock " + file);
  }

  /** The kernel drops all locks of a process on a file when any channel of it closes. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void anAttemptOfTheHoldersOwnProcessLeavesTheLockInPlace() throws IOException {
    Path file = folder.resolve("in-use");

    try (FileClaim held = FileClaim.attempt(file).orElseThrow()) {
      assertThat(FileClaim.attempt(file)).isEmpty();

      String inode = ":" + Files.getAttribute(file, "unix:ino") + " ";
      List<String> locks = Files.readAllLines(Path.of("/proc/locks"));
      assertThat(locks).anyMatch(it -> it.contains(inode));
    }
  }
}
