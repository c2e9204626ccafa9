package io.meshgauge.archive;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Writes the checksums of a session: of each run over all files of its folder, once the run is
 * finished, and of the session over its own files and the runs' checksums.
 *
 * <p>Whatever moment a harness dies at, no file that is whole contradicts a checksum: a file is
 * taken out of the list before it is replaced, and a run's checksums are written after its files.
 */
final class ChecksumFile {
  private final Path folder;

  ChecksumFile(Path folder) {
    this.folder = folder;
  }

  /** Takes a file of the session out of the list; it may be replaced then. */
  void open(String file) {
    SortedMap<String, String> sums = earlier();
    if (sums.remove(file) != null) {
      write(new Checksums(sums));
    }
  }

  /** Puts a file of the session into the list. */
  void close(String file) {
    SortedMap<String, String> sums = earlier();
    sums.putAll(of(List.of(file)).sums());
    write(new Checksums(sums));
  }

  /**
   * Lists all files of a run's folder, then the run itself, and what else came into the session's
   * folder in folders of its own.
   *
   * @param run its folder, from the session's
   */
  void run(String run) {
    try {
      Path trial = folder.resolve(run);
      Checksums.of(trial, Checksums.files(trial)).write(trial);
      List<String> files = new ArrayList<>(further());
      files.add(run + "/" + Checksums.FILE);
      SortedMap<String, String> sums = earlier();
      sums.putAll(of(files).sums());
      write(new Checksums(sums));
    } catch (IOException e) {
      throw unwritable(e);
    }
  }

  /**
   * Files in folders that are no runs', such as those of the calibration. Files beside {@code
   * session.json} are left out: reports are written there, again and again.
   */
  private List<String> further() throws IOException {
    List<String> files = new ArrayList<>();
    try (Stream<Path> all = Files.list(folder)) {
      for (Path part : all.sorted().toList()) {
        String name = part.getFileName().toString();
        if (Files.isDirectory(part, LinkOption.NOFOLLOW_LINKS)
            && !name.equals(RunArchive.TRIALS)
            && !name.startsWith(".")) {
          Checksums.files(part).forEach(file -> files.add(name + "/" + file));
        }
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    return files;
  }

  private SortedMap<String, String> earlier() {
    return Checksums.in(folder).map(it -> new TreeMap<>(it.sums())).orElseGet(TreeMap::new);
  }

  private Checksums of(List<String> files) {
    try {
      return Checksums.of(folder, files);
    } catch (IOException e) {
      throw unwritable(e);
    }
  }

  private void write(Checksums sums) {
    try {
      sums.write(folder);
    } catch (IOException e) {
      throw unwritable(e);
    }
  }

  private ArchiveException unwritable(IOException e) {
    return new ArchiveException(
        "the checksums of %s could not be written: %s".formatted(folder, e), e);
  }
}
