package io.meshgauge.identity;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;

/** A folder only its owner can enter, whose files only their owner can read. */
final class PrivateFolder {
  private static final boolean POSIX =
      FileSystems.getDefault().supportedFileAttributeViews().contains("posix");

  private final Path folder;

  /** Creates the folder, its parents included; an existing one is closed to others. */
  PrivateFolder(Path folder) throws IOException {
    this.folder = folder;
    Files.createDirectories(folder);
    if (POSIX) {
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
    }
  }

  /** Writes a new file; one of that name is replaced. */
  void write(String name, String content) throws IOException {
    Path file = folder.resolve(name);
    Files.deleteIfExists(file);
    // Created with the final permissions: there is no instant at which others could open it.
    Files.createFile(file, ownerOnly());
    Files.writeString(file, content, StandardOpenOption.WRITE);
  }

  void writeCertificates(String name, List<X509Certificate> chain) throws IOException {
    write(name, Pem.of(chain));
  }

  void writeKey(String name, PrivateKey key) throws IOException {
    write(name, Pem.of(key));
  }

  private static FileAttribute<?>[] ownerOnly() {
    return POSIX
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        }
        : new FileAttribute<?>[0];
  }
}
