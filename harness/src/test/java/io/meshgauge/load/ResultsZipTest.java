package io.meshgauge.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResultsZipTest {
  private static final ResultsZip ZIP = new ResultsZip("worker-0", 100_000);

  @TempDir Path folder;

  @Test
  void plainFilesAreUnpacked() throws IOException {
    ZIP.unpack(zip(2, "worker.json", "response.hlog"), folder.resolve("load"));

    assertThat(folder.resolve("load/worker.json")).hasSize(2);
    assertThat(folder.resolve("load/response.hlog")).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../evil",
        "/etc/evil",
        "a/b",
        "..",
        ".",
        ".ssh",
        "a\\b",
        "",
        "a\0b",
        "C:evil",
        "a\nb"
      })
  void pathsOutsideTheFolderAreRefused(String name) throws IOException {
    byte[] zip = zip(2, name);

    assertThatThrownBy(() -> ZIP.unpack(zip, folder.resolve("load")))
        .isInstanceOf(LoadException.class)
        .hasMessageContaining("the results of worker-0 contain a file")
        .hasMessageContaining("expected plain names only");
    assertThat(folder).isDirectoryNotContaining("glob:**evil");
  }

  @Test
  void zipBombIsRefused() throws IOException {
    byte[] bomb = zip(60_000, "a", "b");
    assertThat(bomb).hasSizeLessThan(1_000);

    assertThatThrownBy(() -> ZIP.unpack(bomb, folder.resolve("load")))
        .isInstanceOf(LoadException.class)
        .hasMessageContaining("exceed 100000 bytes");
    assertThat(folder.resolve("load/b").toFile().length()).isLessThanOrEqualTo(40_000);
  }

  @Test
  void manyFilesAreRefused() throws IOException {
    String[] names = new String[200];
    for (int i = 0; i < names.length; i++) {
      names[i] = "f" + i;
    }
    byte[] zip = zip(0, names);

    assertThatThrownBy(() -> ZIP.unpack(zip, folder.resolve("load")))
        .isInstanceOf(LoadException.class)
        .hasMessageContaining("more than 100 files");
  }

  private static byte[] zip(int size, String... names) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (String name : names) {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(new byte[size]);
        zip.closeEntry();
      }
    }
    return bytes.toByteArray();
  }
}
