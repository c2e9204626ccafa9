package io.meshgauge.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a log is refused for: the message names the file. */
class HistogramLogTest {
  @TempDir Path folder;

  @Test
  void damagedIntervalsAreRefused() throws IOException {
    byte[] whole = encoded(new Histogram(1, 3_600_000_000L, 3));
    byte[] wrongSum = whole.clone();
    wrongSum[whole.length - 1] ^= 1;

    assertThat(HistogramLog.read(log(line("browse", 0, whole))).all().count()).isEqualTo(1);
    assertRefused("damaged after 1 intervals: Tag=x,1", line("browse", 0, whole), "Tag=x,1");
    assertRefused("cut off", line("browse", 0, Arrays.copyOf(whole, whole.length - 6)));
    assertRefused("cut off", line("browse", 0, wrongSum));
    assertRefused("version 2", line("browse", 0, new byte[40]));
    assertRefused("Illegal base64", "Tag=browse,0,1,1,HIST!");
  }

  @Test
  void histogramsOfOtherSettingsAreRefused() throws IOException {
    assertRefused(
        "is from 1 to 1000000 with 2 digits; expected from 1 to 3600000000 with 3",
        line("browse", 0, encoded(new Histogram(1, 1_000_000, 2))));
  }

  @Test
  void memoryIsLimited() throws IOException {
    byte[] whole = encoded(new Histogram(1, 3_600_000_000L, 3));

    assertRefused("a line is longer than 1048576 characters", "#" + "x".repeat(2 << 20));
    assertRefused(
        "more than 256 labels",
        IntStream.rangeClosed(0, 256)
            .mapToObj(i -> line("label" + i, 0, whole))
            .toArray(String[]::new));
  }

  @Test
  void intervalsOutOfOrderAreRefused() throws IOException {
    byte[] whole = encoded(new Histogram(1, 3_600_000_000L, 3));
    Path log = log(line("browse", 7, whole), line("browse", 5, whole));

    assertThatThrownBy(() -> ResponseLogs.read(List.of(new ResponseLogs.Source(log, 0))))
        .isInstanceOf(ArchiveException.class)
        .hasMessageContaining("response.hlog goes back from second 7 to second 5");
  }

  private void assertRefused(String message, String... lines) throws IOException {
    Path log = log(lines);
    assertThatThrownBy(() -> HistogramLog.read(log))
        .isInstanceOf(ArchiveException.class)
        .hasMessageContaining("response.hlog")
        .hasMessageContaining(message);
  }

  private Path log(String... lines) throws IOException {
    return Files.write(folder.resolve(LoadResults.RESPONSE), List.of(lines));
  }

  private static String line(String label, int second, byte[] interval) {
    String base64 = Base64.getEncoder().encodeToString(interval);
    return "Tag=%s,%d.000,1.000,1.000,%s".formatted(label, second, base64);
  }

  /** A histogram with one value. */
  private static byte[] encoded(Histogram histogram) {
    histogram.recordValue(700);
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    return Arrays.copyOf(buffer.array(), histogram.encodeIntoCompressedByteBuffer(buffer));
  }
}
