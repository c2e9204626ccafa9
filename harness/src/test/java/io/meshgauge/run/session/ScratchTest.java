package io.meshgauge.run.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScratchTest {
  @TempDir Path parent;

  @Test
  void onlyTheOwnerCanReadItAndClosingDeletesIt() throws IOException {
    try (Scratch scratch = Scratch.create(parent)) {
      Path bench = scratch.deploymentFolder("envoy");
      Files.writeString(bench.resolve("ca.key.pem"), "secret");

      assertThat(bench.getParent().getParent()).isEqualTo(parent);
      assertThat(Files.getPosixFilePermissions(bench.getParent()))
          .isEqualTo(PosixFilePermissions.fromString("rwx------"));
    }
    assertThat(parent).isEmptyDirectory();
  }

  @Test
  void foldersOfKilledSessionsAreDeletedAndOthersKept() throws IOException {
    Path dead = Files.createDirectories(parent.resolve("meshgauge-123/envoy-1"));
    Files.writeString(dead.resolve("ca.key.pem"), "secret");
    Files.createFile(parent.resolve("meshgauge-123/in-use"));
    Path foreign = Files.createDirectory(parent.resolve("meshgauge-of-another-user"));
    try (Scratch living = Scratch.create(parent);
        Scratch other = Scratch.create(parent)) {
      assertThat(parent.resolve("meshgauge-123")).doesNotExist();
      assertThat(living.deploymentFolder("a")).exists();
      assertThat(other.deploymentFolder("b")).exists();
    }
    assertThat(foreign).exists();
  }

  @Test
  void sessionsThatStartAndEndTogetherLeaveEachOtherAlone() throws Exception {
    Path dead = Files.createDirectories(parent.resolve("meshgauge-123/envoy-1"));
    for (int i = 0; i < 200; i++) {
      Files.createFile(dead.resolve(i + ".pem"));
    }
    Files.createFile(parent.resolve("meshgauge-123/in-use"));
    ExecutorService sessions = Executors.newFixedThreadPool(4);
    Callable<Void> startedAndEnded =
        () -> {
          for (int i = 0; i < 50; i++) {
            try (Scratch scratch = Scratch.create(parent)) {
              Files.createFile(scratch.deploymentFolder("a").resolve("ca.key.pem"));
            }
          }
          return null;
        };

    for (Future<Void> session : sessions.invokeAll(Collections.nCopies(4, startedAndEnded))) {
      session.get();
    }

    sessions.shutdown();
    assertThat(parent).isEmptyDirectory();
  }

  @Test
  void unwritableParentIsNamed() {
    Path nowhere = parent.resolve("absent");

    assertThatThrownBy(() -> Scratch.create(nowhere))
        .isInstanceOf(RunException.class)
        .hasMessageContaining("no working folder could be made in " + nowhere);
  }
}
