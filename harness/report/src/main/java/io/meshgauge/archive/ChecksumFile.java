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
 * Writes the checksums of a session: per run, of all files in its folder once the run is finished;
 * per session, of its own files and of the checksum files of the runs.
 *
 * <p>A complete file never contradicts its checksum, even if the harness dies at any moment: a file
 * is removed from the list before it is replaced, and the checksums of a run are written after its
 * files.
 */
final class ChecksumFile {
  private final Path folder;

  ChecksumFile(Path folder) {
    this.folder = folder;
  }

  /** Removes a file of the session from the list, so that it may be replaced. */
  void remove(String file) {
    SortedMap<String, String> sums = current();
    if (sums.remove(file) != null) {
      write(new Checksums(sums));
    }
  }

  /** Adds a file of the session to the list. */
  void add(String file) {
    SortedMap<String, String> sums = current();
    sums.putAll(of(List.of(file)).sums());
    write(new Checksums(sums));
  }

  /**
   * Adds all files of a finished run, and files that were added in other subfolders of the session.
   *
   * @param run path of its folder, relative to the session folder
   */
  void addRun(String run) {
    try {
      Path trial = folder.resolve(run);
      Checksums.of(trial, Checksums.files(trial)).write(trial);
      List<String> files = new ArrayList<>(otherFiles());
      files.add(run + "/" + Checksums.FILE);
      SortedMap<String, String> sums = current();
      sums.putAll(of(files).sums());
      write(new Checksums(sums));
    } catch (IOException e) {
      throw unwritable(e);
    }
  }

  /**
   * Files in subfolders other than the runs', such as the calibration. Files next to {@code
   * session.json} are excluded because reports are rewritten there.
   */
  private List<String> otherFiles() throws IOException {
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

  private SortedMap<String, String> current() {
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
