package io.meshgauge.archive;

import com.fasterxml.jackson.annotation.JsonInclude.Include;
import io.meshgauge.experiment.SoakEvent;
import io.meshgauge.experiment.SoakRecord;
import io.meshgauge.experiment.SoakWindow;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.use.TcpUse;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The record of a soak, {@value #FILE} in the folder of the trial: one line per window or event,
 * each preceded by its checksum.
 *
 * <p>A line is on disk when the method that appends it returns. If the harness dies within a line,
 * the partial line is truncated when the record is opened again; it was never reported as durable.
 * Other damaged lines are reported and skipped.
 */
public final class SoakLog implements AutoCloseable {
  public static final String FILE = "windows.log";

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .changeDefaultPropertyInclusion(it -> it.withValueInclusion(Include.NON_NULL))
          .build();
  private static final int CHECKSUM_CHARACTERS = 8;

  private final Path file;
  private final FileChannel channel;

  private SoakLog(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /** The content of a line: a window and its load, or an event. */
  private record Line(
      @Nullable SoakWindow window, @Nullable StoredLoad load, @Nullable SoakEvent event) {}

  /** The intact content of a record. */
  public record Content(SoakRecord record, SoakTotals totals) {}

  /** Whether the folder of a trial has a record. */
  public static boolean in(Path folder) {
    return Files.isRegularFile(folder.resolve(FILE));
  }

  /**
   * Opens the record of a trial to resume or begin it.
   *
   * @throws ArchiveException if it cannot be written
   */
  public static SoakLog open(Path folder) {
    Path file = folder.resolve(FILE);
    try {
      Files.createDirectories(folder);
      FileChannel channel =
          FileChannel.open(
              file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
      channel.truncate(wholeLines(channel));
      channel.position(channel.size());
      return new SoakLog(file, channel);
    } catch (IOException e) {
      throw new ArchiveException("%s could not be opened: %s".formatted(file, e), e);
    }
  }

  /** Length up to the last line end; the rest was never reported as durable. */
  private static long wholeLines(FileChannel channel) throws IOException {
    long at = channel.size();
    ByteBuffer one = ByteBuffer.allocate(4096);
    while (at > 0) {
      long from = Math.max(0, at - one.capacity());
      one.clear().limit((int) (at - from));
      while (one.hasRemaining() && channel.read(one, from + one.position()) >= 0) {
        // Read until the buffer is full.
      }
      for (int i = one.position() - 1; i >= 0; i--) {
        if (one.get(i) == '\n') {
          return from + i + 1;
        }
      }
      at = from;
    }
    return 0;
  }

  /** Makes a window durable. */
  public void append(SoakWindow window, LoadResult load, TcpUse tcp, SoakTotals totals) {
    StoredLoad stored = StoredLoad.of(load, tcp);
    append(new Line(window, stored, null));
    totals.add(window, stored);
  }

  /** Makes an event durable. */
  public void append(SoakEvent event) {
    append(new Line(null, null, event));
  }

  private void append(Line line) {
    byte[] json = MAPPER.writeValueAsBytes(line);
    ByteBuffer bytes = ByteBuffer.allocate(CHECKSUM_CHARACTERS + 1 + json.length + 1);
    bytes.put(sum(json).getBytes(StandardCharsets.US_ASCII)).put((byte) ' ');
    bytes.put(json).put((byte) '\n').flip();
    try {
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(false);
    } catch (IOException e) {
      throw new ArchiveException(
          "%s could not be written: %s; what was reported before is kept".formatted(file, e), e);
    }
  }

  private static String sum(byte[] json) {
    CRC32C crc = new CRC32C();
    crc.update(json);
    return HexFormat.of().toHexDigits((int) crc.getValue());
  }

  /**
   * Reads a record.
   *
   * @param planned number of planned windows
   * @throws ArchiveException if the file cannot be read at all
   */
  public static Content read(Path folder, int planned) {
    Path file = folder.resolve(FILE);
    List<SoakWindow> windows = new ArrayList<>();
    List<SoakEvent> events = new ArrayList<>();
    List<String> damaged = new ArrayList<>();
    SoakTotals totals = new SoakTotals();
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(Files.newInputStream(file), StandardCharsets.ISO_8859_1))) {
      int number = 0;
      String next = reader.readLine();
      while (next != null) {
        String text = next;
        next = reader.readLine();
        number++;
        if (next == null && !endsWithLine(file)) {
          // The line is being written, or was when the harness died; it was never reported as
          // durable.
          break;
        }
        try {
          Line line = parse(text);
          if (line.window() != null && line.load() != null) {
            totals.add(line.window(), line.load());
            windows.add(line.window());
          } else if (line.event() != null) {
            events.add(line.event());
          }
        } catch (JacksonException | IllegalArgumentException | ArithmeticException e) {
          damaged.add("line %d of %s is damaged and excluded".formatted(number, FILE));
        }
      }
    } catch (IOException e) {
      throw new ArchiveException("%s could not be read: %s".formatted(file, e), e);
    }
    return new Content(new SoakRecord(planned, windows, events, damaged), totals);
  }

  private static boolean endsWithLine(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      ByteBuffer last = ByteBuffer.allocate(1);
      return channel.size() > 0
          && channel.read(last, channel.size() - 1) == 1
          && last.get(0) == '\n';
    }
  }

  private static Line parse(String text) {
    if (text.length() <= CHECKSUM_CHARACTERS + 1 || text.charAt(CHECKSUM_CHARACTERS) != ' ') {
      throw new IllegalArgumentException("no checksum");
    }
    byte[] json = text.substring(CHECKSUM_CHARACTERS + 1).getBytes(StandardCharsets.ISO_8859_1);
    if (!sum(json).equals(text.substring(0, CHECKSUM_CHARACTERS))) {
      throw new IllegalArgumentException("another checksum");
    }
    Line line = MAPPER.readValue(json, Line.class);
    if (line == null || (line.event() == null && (line.window() == null || line.load() == null))) {
      throw new IllegalArgumentException("neither a window nor an event");
    }
    return line;
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new ArchiveException("%s could not be closed: %s".formatted(file, e), e);
    }
  }
}
