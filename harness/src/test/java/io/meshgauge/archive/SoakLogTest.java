package io.meshgauge.archive;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.SoakEvent;
import io.meshgauge.experiment.SoakRecord;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SoakLogTest {
  private static final Instant AT = Instant.parse("2026-11-21T10:00:00Z");

  @TempDir Path folder;

  @Test
  void appendedLinesAreReadInOrderEvenWhileTheFileIsOpen() {
    try (SoakLog log = SoakLog.open(folder)) {
      log.append(event("one"));
      log.append(event("zwei, mit Umlaut: ü"));

      assertThat(texts()).containsExactly("one", "zwei, mit Umlaut: ü");
    }
    try (SoakLog log = SoakLog.open(folder)) {
      log.append(event("three"));
    }
    assertThat(texts()).containsExactly("one", "zwei, mit Umlaut: ü", "three");
  }

  @Test
  void partialLineIsTruncatedWhenTheRecordIsOpened() throws IOException {
    append("one");
    Files.writeString(file(), "0123abcd {\"event\":{\"at", StandardOpenOption.APPEND);
    assertThat(read().damaged()).as("never reported as durable").isEmpty();
    assertThat(texts()).containsExactly("one");

    append("two");

    assertThat(texts()).containsExactly("one", "two");
    assertThat(read().damaged()).isEmpty();
  }

  @Test
  void damagedLineIsReportedAndTheRestKept() throws IOException {
    append("one");
    append("two");
    append("three");
    List<String> lines = Files.readAllLines(file());
    lines.set(1, lines.get(1).replace("two", "tow"));
    Files.write(file(), lines);

    assertThat(texts()).containsExactly("one", "three");
    assertThat(read().damaged()).containsExactly("line 2 of windows.log is damaged and excluded");
  }

  @Test
  void garbageLinesAreReportedAndSkipped() throws IOException {
    append("one");
    for (String rubbish : List.of("", "x", "00000000 ", "00000000 {}", "ffffffff null", "\0\0")) {
      Files.writeString(file(), rubbish + "\n", StandardOpenOption.APPEND);
    }
    // A valid checksum does not make the content a window.
    for (String json : List.of("null", "[]", "{\"window\":{}}", "{\"window\":{},\"load\":{}}")) {
      Files.write(file(), line(json.getBytes(StandardCharsets.UTF_8)), StandardOpenOption.APPEND);
    }
    append("two");

    assertThat(texts()).containsExactly("one", "two");
    assertThat(read().damaged()).hasSizeGreaterThanOrEqualTo(8);
  }

  private void append(String text) {
    try (SoakLog log = SoakLog.open(folder)) {
      log.append(event(text));
    }
  }

  private static SoakEvent event(String text) {
    return SoakEvent.of(AT, SoakEvent.Kind.DONE, text);
  }

  private List<String> texts() {
    return read().events().stream().map(SoakEvent::text).toList();
  }

  private SoakRecord read() {
    return SoakLog.read(folder, 10).record();
  }

  private Path file() {
    return folder.resolve(SoakLog.FILE);
  }

  /** A line with a valid checksum and any content. */
  static byte[] line(byte[] json) {
    CRC32C crc = new CRC32C();
    crc.update(json);
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    line.writeBytes("%08x ".formatted(crc.getValue()).getBytes(StandardCharsets.US_ASCII));
    line.writeBytes(json);
    line.write('\n');
    return line.toByteArray();
  }
}
