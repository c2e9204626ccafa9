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
 * Unpacks the results of a load worker. They come from a pod and are not trusted: file names must
 * be plain, and a small archive must not fill the disk.
 *
 * @param name of the worker in messages
 * @param maxBytes of all files together
 */
record ResultsZip(String name, long maxBytes) {
  /** Ten times the histogram logs of one worker in a day. */
  static final long MAX_BYTES = 2L << 30;

  private static final int MAX_FILES = 100;

  /**
   * Unpacks into a folder, created if absent.
   *
   * @throws LoadException if a file name is not plain, or there are too many files or bytes
   * @throws IOException if the bytes are not a ZIP archive or a file cannot be written
   */
  void unpack(byte[] zip, Path folder) throws IOException {
    Files.createDirectories(folder);
    long left = maxBytes;
    int files = 0;
    try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(zip))) {
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        if (++files > MAX_FILES) {
          throw new LoadException(
              "the results of %s contain more than %d files".formatted(name, MAX_FILES));
        }
        left -= copy(in, folder.resolve(plain(entry)), left);
      }
    }
  }

  private String plain(ZipEntry entry) {
    String file = entry.getName();
    if (!file.matches("[A-Za-z0-9_-][A-Za-z0-9._-]*")) {
      throw new LoadException(
          "the results of %s contain a file '%s'; expected plain names only".formatted(name, file));
    }
    return file;
  }

  private long copy(InputStream in, Path file, long limit) throws IOException {
    byte[] buffer = new byte[1 << 14];
    long written = 0;
    try (OutputStream out = Files.newOutputStream(file)) {
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        written += read;
        if (written > limit) {
          throw new LoadException(
              "the results of %s exceed %d bytes; expected a worker's counts and histogram logs"
                  .formatted(name, maxBytes));
        }
        out.write(buffer, 0, read);
      }
    }
    return written;
  }
}
