package io.meshgauge.archive;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A session's folder as pipelines keep it: one ZIP file, with or without the folder's own name in
 * it. It is unpacked once, next to the file, since reports are written into the folder.
 */
final class PackedArchive {
  /**
   * Name of a packed session in a folder that shows its reports, such as {@code reports/sample}.
   */
  private static final String IN_FOLDER = "session.zip";

  private static final String SUFFIX = ".zip";

  private final Path file;

  private PackedArchive(Path file) {
    this.file = file;
  }

  /** The packed session that a path names: a file, or a folder with {@code session.zip}. */
  static Optional<PackedArchive> at(Path given) {
    Path file = Files.isDirectory(given) ? given.resolve(IN_FOLDER) : given;
    return file.toString().endsWith(SUFFIX) && Files.isRegularFile(file)
        ? Optional.of(new PackedArchive(file.toAbsolutePath().normalize()))
        : Optional.empty();
  }

  /**
   * The session's folder, unpacked if it is not there yet.
   *
   * @throws ArchiveException if the file holds no session or several, cannot be read, or was
   *     unpacked before with other contents
   */
  Path unpacked() {
    String name = file.getFileName().toString();
    Path folder = file.resolveSibling(name.substring(0, name.length() - SUFFIX.length()));
    try (FileSystem zip = FileSystems.newFileSystem(file)) {
      Path packed = session(zip.getPath("/"));
      if (Files.exists(folder)) {
        requireSame(packed, folder);
      } else {
        unpack(packed, folder);
      }
      return folder;
    } catch (IOException e) {
      throw new ArchiveException("%s could not be unpacked: %s".formatted(file, e), e);
    }
  }

  private Path session(Path root) throws IOException {
    List<Path> sessions;
    try (Stream<Path> files = Files.walk(root)) {
      sessions = files.filter(it -> it.endsWith(RunArchive.SESSION)).toList();
    }
    if (sessions.size() != 1) {
      throw new ArchiveException(
          "%s holds %d sessions; expected one folder of reports/runs, with its %s"
              .formatted(file, sessions.size(), RunArchive.SESSION));
    }
    return Objects.requireNonNull(sessions.get(0).getParent());
  }

  private void requireSame(Path packed, Path folder) throws IOException {
    for (String name : List.of(RunArchive.SESSION, Checksums.FILE)) {
      Path there = folder.resolve(name);
      Path here = packed.resolve(name);
      if (Files.exists(here)
          && !(Files.isRegularFile(there)
              && Arrays.equals(Files.readAllBytes(here), Files.readAllBytes(there)))) {
        throw new ArchiveException(
            "%s was to be unpacked into %s, which exists and holds something else; expected a free"
                    .formatted(file, folder)
                + " name or this session: rename one of them");
      }
    }
  }

  /** Complete or absent: a folder of half a session would be read as one with damaged files. */
  private static void unpack(Path packed, Path folder) throws IOException {
    Path parent = folder.toAbsolutePath().getParent();
    Path partial = Files.createTempDirectory(parent, ".unpacking-");
    try (Stream<Path> files = Files.walk(packed)) {
      for (Path from : (Iterable<Path>) files::iterator) {
        Path to = partial.resolve(packed.relativize(from).toString()).normalize();
        if (!to.startsWith(partial)) {
          throw new IOException(from + " lies outside of its folder");
        }
        if (Files.isDirectory(from)) {
          Files.createDirectories(to);
        } else {
          Files.copy(from, to);
        }
      }
      Files.move(partial, folder, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      if (Files.exists(partial)) {
        delete(partial);
      }
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path each : (Iterable<Path>) files.sorted(Comparator.reverseOrder())::iterator) {
        Files.delete(each);
      }
    }
  }
}
