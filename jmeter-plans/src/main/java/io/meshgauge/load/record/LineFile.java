package io.meshgauge.load.record;

import java.io.Closeable;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file of lines that threads may append to at the same time. */
final class LineFile implements Closeable {

  private final String name;
  private final PrintWriter out;

  /**
   * Creates the file, or replaces it, in a folder that is created if absent.
   *
   * @param header its first line
   */
  LineFile(Path directory, String name, String header) throws IOException {
    this.name = name;
    Files.createDirectories(directory);
    out = new PrintWriter(Files.newBufferedWriter(directory.resolve(name), StandardCharsets.UTF_8));
    add(header);
  }

  /** Appends a line. */
  void add(String line) {
    synchronized (out) {
      out.print(line + "\n");
    }
  }

  @Override
  public void close() throws IOException {
    synchronized (out) {
      out.close();
      if (out.checkError()) {
        throw new IOException(name + " could not be written to its end");
      }
    }
  }
}
