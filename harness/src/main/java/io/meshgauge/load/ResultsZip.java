package io.meshgauge.load;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * The files of a load worker as it hands them over. It runs in a pod of a cluster that others use:
 * names must be plain, and what comes out of a small archive must not fill the disk.
 *
 * @param name of the worker, for messages
 * @param mostBytes of all files together
 */
record ResultsZip(String name, long mostBytes) {
  /** A day's histogram logs of one worker are a tenth of it. */
  static final long MOST_BYTES = 2L << 30;

  private static final int MOST_FILES = 100;

  /**
   * Unpacks into a folder, which is made.
   *
   * @throws LoadException when a file has another name than a plain one, or there is too much
   * @throws IOException when it is no such archive or cannot be written
   */
  void unpack(byte[] zip, Path folder) throws IOException {
    Files.createDirectories(folder);
    long left = mostBytes;
    int files = 0;
    try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(zip))) {
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        if (++files > MOST_FILES) {
          throw new LoadException(
              "the results of %s hold more than %d files".formatted(name, MOST_FILES));
        }
        left -= copy(in, folder.resolve(plain(entry)), left);
      }
    }
  }

  private String plain(ZipEntry entry) {
    String file = entry.getName();
    if (!file.matches("[A-Za-z0-9_-][A-Za-z0-9._-]*")) {
      throw new LoadException(
          "the results of %s hold a file '%s'; expected plain names only".formatted(name, file));
    }
    return file;
  }

  private long copy(InputStream in, Path file, long most) throws IOException {
    byte[] buffer = new byte[1 << 14];
    long written = 0;
    try (OutputStream out = Files.newOutputStream(file)) {
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        written += read;
        if (written > most) {
          throw new LoadException(
              "the results of %s are more than %d bytes; expected a worker's counts and histogram logs"
                  .formatted(name, mostBytes));
        }
        out.write(buffer, 0, read);
      }
    }
    return written;
  }
}
