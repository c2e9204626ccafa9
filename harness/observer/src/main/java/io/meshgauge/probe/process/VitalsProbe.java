package io.meshgauge.probe.process;

import io.meshgauge.measure.Vitals;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

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
    Long threads = count(process.resolve("task"), false);
    Long files = count(process.resolve("fd"), false);
    Long sockets = count(process.resolve("fd"), true);
    return new Vitals(target.container(), target.part(), threads, files, sockets, null);
  }

  private static @Nullable Long count(Path folder, boolean onlySockets) {
    long count = 0;
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        if (!onlySockets || isSocket(entry)) {
          count++;
        }
      }
      return count;
    } catch (IOException e) {
      // The process has gone, or belongs to another user.
      return null;
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
