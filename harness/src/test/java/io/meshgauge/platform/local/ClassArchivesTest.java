package io.meshgauge.platform.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassArchivesTest {
  private final ClassArchives archives = new ClassArchives();

  @TempDir Path folder;

  @Test
  void aBuildHasItsArchivesByEveryPathToIt() throws IOException {
    Path jar = jar();
    make(jar);
    Path linked =
        Files.createSymbolicLink(folder.resolve("link"), folder.resolve("build"))
            .resolve("app/service.jar");

    assertThat(archives.complete(List.of(jar, linked))).isTrue();
    assertThat(archives.use(linked)).hasSize(2).last().isEqualTo("-Xshare:auto");
  }

  @Test
  void anotherBuildHasNoneAndItsOwnReplaceThem() throws IOException {
    Path jar = jar();
    make(jar);
    Files.setLastModifiedTime(jar, FileTime.from(Instant.EPOCH));

    assertThat(archives.complete(List.of(jar))).isFalse();
    assertThat(archives.use(jar)).isEmpty();

    make(jar);

    assertThat(archives.complete(List.of(jar))).isTrue();
    assertThat(archives.folder(jar)).isDirectoryContaining("glob:**.jsa");
    assertThat(archives.folder(jar).toFile().list()).hasSize(1);
  }

  private Path jar() throws IOException {
    Path jar = folder.resolve("build/app/service.jar");
    Files.createDirectories(jar.getParent());
    return Files.writeString(jar, "a program");
  }

  /** As a service that ends. */
  private void make(Path jar) throws IOException {
    Files.writeString(Path.of(archives.make(jar).get(0).split("=", 2)[1]), "its classes");
    archives.adopt(jar);
  }
}
