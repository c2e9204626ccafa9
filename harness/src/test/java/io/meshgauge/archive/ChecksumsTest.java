package io.meshgauge.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChecksumsTest {
  /** SHA-256 of "abc" from FIPS 180. */
  private static final String ABC =
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

  @TempDir Path folder;

  @Test
  void linesHaveTheFormatOfSha256sum() throws IOException {
    Files.createDirectories(folder.resolve("load"));
    Files.writeString(folder.resolve("load/a b.txt"), "abc");

    Checksums.of(folder, Checksums.files(folder)).write(folder);

    assertThat(folder.resolve(Checksums.FILE)).hasContent(ABC + "  load/a b.txt\n");
  }

  @Test
  void namesWithBackslashesAndLineEndsRoundTrip() throws IOException {
    List<String> names = List.of("a\\nb", "c\nd", "e\\\\n");
    for (String name : names) {
      Files.writeString(folder.resolve(name), "abc");
    }

    Checksums.of(folder, Checksums.files(folder)).write(folder);
    Checksums read = Checksums.in(folder).orElseThrow();

    assertThat(read.sums().keySet()).containsExactlyElementsOf(names);
    assertThat(names).allSatisfy(name -> assertThat(read.problem(folder, name)).isEmpty());
  }

  @Test
  void hiddenAndPartialFilesHaveNoChecksum() throws IOException {
    for (String name : List.of(".DS_Store", "run.json.new", "run.json", Checksums.FILE)) {
      Files.writeString(folder.resolve(name), "x");
    }

    assertThat(Checksums.files(folder)).containsExactly("run.json");
  }

  @Test
  void folderWithoutChecksumFileHasNoChecksums() {
    assertThat(Checksums.in(folder)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../secret",
        "/etc/passwd",
        "load/../../secret",
        "..",
        ".",
        "load//x",
        "a\0b",
        "load/./x"
      })
  void pathsOutsideTheFolderAreRefused(String name) throws IOException {
    Files.writeString(folder.resolve(Checksums.FILE), ABC + "  " + name + "\n");

    assertThatThrownBy(() -> Checksums.in(folder))
        .isInstanceOf(ArchiveException.class)
        .hasMessageContaining("SHA256SUMS is damaged")
        .hasMessageContaining("a file below its folder");
  }

  @Test
  void symbolicLinkIsNotAnArchiveFile() throws IOException {
    Files.writeString(folder.resolve("one"), "abc");
    Checksums sums = Checksums.of(folder, List.of("one"));
    Files.move(folder.resolve("one"), folder.resolve("two"));
    Files.createSymbolicLink(folder.resolve("one"), Path.of("two"));

    assertThat(sums.problem(folder, "one")).hasValue("it is no regular file");
  }
}
