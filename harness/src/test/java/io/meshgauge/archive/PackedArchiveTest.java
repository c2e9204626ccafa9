package io.meshgauge.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshgauge.experiment.Session;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PackedArchiveTest {
  private static final Path SAMPLE = Path.of("..", "reports", "sample", "session.zip");

  @TempDir Path here;

  @Test
  void shippedSampleIsWholeAndUndamaged() throws IOException {
    Path sample = Files.createDirectory(here.resolve("sample"));
    Files.copy(SAMPLE, sample.resolve("session.zip"));

    Session session = RunArchive.open(sample).read();

    assertThat(session.integrity().damage()).isEmpty();
    assertThat(session.runs()).hasSize(session.planned());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "20261127-compare/", "artifact/reports/runs/20261127-compare/"})
  void sessionIsFoundWithAndWithoutFoldersAboveIt(String above) throws IOException {
    Path zip = zip(Map.of(above + "session.json", "{}", above + "trials/001/run.json", "[1]"));

    Path folder = RunArchive.folderOf(zip);

    assertThat(folder).isEqualTo(here.resolve("nightly"));
    assertThat(folder.resolve("trials/001/run.json")).hasContent("[1]");
    assertThat(RunArchive.folderOf(zip)).isEqualTo(folder);
  }

  @Test
  void foldersAndOtherPathsStayAsTheyAre() throws IOException {
    Path folder = Files.createDirectory(here.resolve("run"));
    Files.writeString(folder.resolve("session.json"), "{}");
    Path missing = here.resolve("none.zip");

    assertThat(RunArchive.folderOf(folder)).isEqualTo(folder);
    assertThat(RunArchive.folderOf(missing)).isEqualTo(missing);
    assertThatThrownBy(() -> RunArchive.open(missing)).hasMessageContaining("none.zip has no");
  }

  @Test
  void folderWithOtherContentsIsNeverTakenForTheSession() throws IOException {
    Path zip = zip(Map.of("session.json", "{}"));
    Files.writeString(
        Files.createDirectory(here.resolve("nightly")).resolve("session.json"), "{\"other\": 1}");

    assertThatThrownBy(() -> RunArchive.folderOf(zip))
        .isInstanceOf(ArchiveException.class)
        .hasMessageContaining("exists and holds something else");
    assertThat(here.resolve("nightly/session.json")).hasContent("{\"other\": 1}");
  }

  @Test
  void refusedFilesLeaveNothing() throws IOException {
    for (Map<String, String> entries :
        Arrays.<Map<String, String>>asList(
            Map.of("index.html", ""),
            Map.of("a/session.json", "{}", "b/session.json", "{}"),
            Map.of("session.json", "{}", "../outside", "bad"))) {
      Path zip = zip(entries);
      assertThatThrownBy(() -> RunArchive.folderOf(zip))
          .isInstanceOf(ArchiveException.class)
          .hasMessageContaining("nightly.zip");
    }
    Files.writeString(here.resolve("nightly.zip"), "no zip");
    assertThatThrownBy(() -> RunArchive.folderOf(here.resolve("nightly.zip")))
        .isInstanceOf(ArchiveException.class);

    try (Stream<Path> files = Files.list(here)) {
      assertThat(files).containsExactly(here.resolve("nightly.zip"));
    }
  }

  private Path zip(Map<String, String> entries) throws IOException {
    Path zip = here.resolve("nightly.zip");
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
      for (Map.Entry<String, String> entry : new TreeMap<>(entries).entrySet()) {
        out.putNextEntry(new ZipEntry(entry.getKey()));
        out.write(entry.getValue().getBytes(StandardCharsets.UTF_8));
      }
    }
    return zip;
  }
}
