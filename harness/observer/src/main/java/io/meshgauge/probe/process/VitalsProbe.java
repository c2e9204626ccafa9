package io.meshgauge.probe.process;

import io.meshgauge.measure.use.Vitals;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads what processes of this machine hold: threads, open files, sockets ({@code /proc}). */
public final class VitalsProbe {
  private final Path proc;

  /** A probe of this machine. */
  public VitalsProbe() {
    this(Path.of("/proc"));
  }

  VitalsProbe(Path proc) {
    this.proc = proc;
  }

  /** What each target holds now; a process that has gone holds nothing that is known. */
  public List<Vitals> read(List<Target> targets) {
    return targets.stream().map(this::read).toList();
  }

  private Vitals read(Target target) {
    Path process = proc.resolve(Long.toString(target.pid()));
    Long threads = entries(process.resolve("task")).map(all -> (long) all.size()).orElse(null);
    Optional<List<Path>> files = entries(process.resolve("fd"));
    return new Vitals(
        target.container(),
        target.part(),
        threads,
        files.map(all -> (long) all.size()).orElse(null),
        files.map(all -> all.stream().filter(VitalsProbe::isSocket).count()).orElse(null),
        null);
  }

  /** Empty if the process has gone, or belongs to another user. */
  private static Optional<List<Path>> entries(Path folder) {
    List<Path> all = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      entries.forEach(all::add);
      return Optional.of(all);
    } catch (IOException | DirectoryIteratorException e) {
      return Optional.empty();
    }
  }

  private static boolean isSocket(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString().startsWith("socket:");
    } catch (IOException e) {
      // Closed between listing and reading.
      return false;
    }
  }
}
