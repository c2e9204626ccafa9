package io.meshgauge.probe.process;

import io.meshgauge.measure.use.MachineTicks;
import io.meshgauge.probe.ProbeException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** The kernel's books about processes and CPUs ({@code /proc}, see proc(5)). */
final class ProcFiles {
  private static final int UTIME = 11;
  private static final int STIME = 12;

  private final Path proc;
  private final double ticksPerSecond;

  /** The books of this machine. */
  ProcFiles() {
    this(Path.of("/proc"), ClockTick.perSecond());
  }

  ProcFiles(Path proc, double ticksPerSecond) {
    this.proc = proc;
    this.ticksPerSecond = ticksPerSecond;
  }

  /**
   * User and system time in seconds a process has used since its start; empty when it is gone.
   *
   * <p>From {@code /proc/PID/stat}, fields 14 and 15, which include threads that have ended.
   */
  OptionalDouble cpuSeconds(long pid) {
    String stat = readOfProcess(pid, "stat");
    if (stat == null) {
      return OptionalDouble.empty();
    }
    // The second field is the program's name in brackets and may itself hold blanks and brackets.
    String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split("\\s+");
    if (fields.length <= STIME) {
      throw new ProbeException("%s/%d/stat: expected 52 fields: %s".formatted(proc, pid, stat));
    }
    long ticks = Long.parseLong(fields[UTIME]) + Long.parseLong(fields[STIME]);
    return OptionalDouble.of(ticks / ticksPerSecond);
  }

  /**
   * The pages of its own in bytes ({@code RssAnon} of {@code status}); empty when it is gone. Cheap
   * enough to be read within the window.
   */
  OptionalDouble anonymousBytes(long pid) {
    String status = readOfProcess(pid, "status");
    return status == null ? OptionalDouble.empty() : kibibytes(status, "RssAnon:");
  }

  /**
   * All of its pages in bytes that are in memory, those included that others use as well ({@code
   * VmRSS} of {@code status}); empty when it is gone.
   */
  OptionalDouble residentBytes(long pid) {
    String status = readOfProcess(pid, "status");
    return status == null ? OptionalDouble.empty() : kibibytes(status, "VmRSS:");
  }

  /**
   * Its share in bytes of the pages it has in common with other processes and files; empty when it
   * is gone.
   *
   * <p>The proportional set size less its anonymous part ({@code smaps_rollup}). The kernel walks
   * all of a process's pages for it, some milliseconds of CPU: for the edges of a window only.
   * Where the kernel does not let us see it, the whole of the common pages is taken ({@code
   * RssFile} and {@code RssShmem} of {@code status}), an upper bound.
   */
  OptionalDouble sharedBytes(long pid) {
    String rollup = readOfProcess(pid, "smaps_rollup");
    String status = readOfProcess(pid, "status");
    if (status == null) {
      return OptionalDouble.empty();
    }
    if (rollup != null && kibibytes(rollup, "Pss_Anon:").isPresent()) {
      return OptionalDouble.of(
          kibibytes(rollup, "Pss:").orElse(0) - kibibytes(rollup, "Pss_Anon:").orElse(0));
    }
    return OptionalDouble.of(
        kibibytes(status, "RssFile:").orElse(0) + kibibytes(status, "RssShmem:").orElse(0));
  }

  private static OptionalDouble kibibytes(String text, String name) {
    return text.lines()
        .filter(line -> line.startsWith(name))
        .mapToDouble(line -> Double.parseDouble(line.strip().split("\\s+")[1]) * 1024)
        .findFirst();
  }

  /** Every process that can be seen here, by its id; one that ends meanwhile may be missing. */
  Map<Long, ProcessTable.Row> processes() {
    Map<Long, ProcessTable.Row> rows = new HashMap<>();
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(proc, "[0-9]*")) {
      for (Path folder : folders) {
        long pid = Long.parseLong(folder.getFileName().toString());
        String stat = readOfProcess(pid, "stat");
        if (stat != null) {
          rows.put(pid, ProcessTable.Row.of(stat));
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      throw new ProbeException("cannot list %s: %s".formatted(proc, e.getMessage()), e);
    }
    return rows;
  }

  double ticksPerSecond() {
    return ticksPerSecond;
  }

  /** All CPU time of the machine so far, by what it was spent on, in ticks. */
  MachineTicks machine() {
    return MachineTicks.of(readOfMachine("stat"));
  }

  private String readOfMachine(String file) {
    try {
      return Files.readString(proc.resolve(file));
    } catch (IOException e) {
      throw new ProbeException(
          "cannot read %s: %s; use of CPU and memory is read on Linux only"
              .formatted(proc.resolve(file), e.getMessage()),
          e);
    }
  }

  private @Nullable String readOfProcess(long pid, String file) {
    try {
      byte[] bytes = Files.readAllBytes(proc.resolve(Long.toString(pid)).resolve(file));
      // Empty: the process has ended and waits to be buried, so that it has no memory any more.
      return bytes.length == 0 ? null : new String(bytes, StandardCharsets.UTF_8);
    } catch (NoSuchFileException e) {
      return null;
    } catch (IOException e) {
      // "No such process" when it ended between opening and reading; or no permission.
      return null;
    }
  }
}
