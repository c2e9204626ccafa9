package io.meshgauge.platform.local.process;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** The last lines of a log, for error messages. */
public final class LogTail {
  private static final int MAX_BYTES = 16_384;

  private LogTail() {}

  /** The last lines, indented below the name of the file; never fails. */
  public static String of(Path log, int lines) {
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
      long start = Math.max(0, file.length() - MAX_BYTES);
      file.seek(start);
      byte[] bytes = new byte[(int) (file.length() - start)];
      file.readFully(bytes);
      List<String> all = new String(bytes, StandardCharsets.UTF_8).lines().toList();
      if (all.isEmpty()) {
        return "Its log " + log + " is empty.";
      }
      List<String> last = all.subList(Math.max(0, all.size() - lines), all.size());
      return "Last lines of " + log + ":\n  " + String.join("\n  ", last);
    } catch (IOException e) {
      return "It wrote no log at " + log + ".";
    }
  }
}
