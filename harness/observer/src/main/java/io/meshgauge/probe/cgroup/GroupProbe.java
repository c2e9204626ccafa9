package io.meshgauge.probe.cgroup;

import io.meshgauge.measure.limit.GroupReading;
import io.meshgauge.measure.limit.Limit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Reads limits and counters of the control group in which a process is now, by what the kernel says
 * of the process and not by what was asked for.
 */
public final class GroupProbe {
  /** What version 1 shows where memory is not limited: the largest number of whole pages. */
  private static final long UNLIMITED_BYTES = 1L << 60;

  private static final double NANOS = 1e9;
  private static final double MICROS = 1e6;

  private final Path proc;
  private final Hierarchies hierarchies;

  /** A probe of this machine. */
  public GroupProbe() {
    this(Path.of("/proc"), Hierarchies.ROOT);
  }

  GroupProbe(Path proc, Path root) {
    this.proc = proc;
    this.hierarchies = new Hierarchies(root);
  }

  /** The reading of a process; empty when it has ended, or its groups cannot be read. */
  public Optional<GroupReading> read(long pid) {
    return text(proc.resolve(Long.toString(pid)).resolve("cgroup")).flatMap(this::reading);
  }

  private Optional<GroupReading> reading(String membership) {
    Optional<Path> cpu = hierarchies.folder(membership, "cpu");
    Optional<Path> memory = hierarchies.folder(membership, "memory");
    if (cpu.isEmpty() && memory.isEmpty()) {
      return Optional.empty();
    }
    Optional<String> stat = cpu.flatMap(it -> text(it.resolve("cpu.stat")));
    return Optional.of(
        new GroupReading(
            new Limit(
                cpu.map(GroupProbe::cores).orElse(OptionalDouble.empty()),
                memory.map(GroupProbe::bytes).orElse(OptionalLong.empty())),
            value(stat, "nr_periods"),
            value(stat, "nr_throttled"),
            value(stat, "throttled_time") / NANOS + value(stat, "throttled_usec") / MICROS,
            memory.map(GroupProbe::kills).orElse(0L)));
  }

  /** How often the kernel ended a process of a group for want of memory. */
  public static long kills(Path memory) {
    return value(
        text(memory.resolve("memory.events")).or(() -> text(memory.resolve("memory.oom_control"))),
        "oom_kill");
  }

  private static OptionalDouble cores(Path folder) {
    Optional<String> both = text(folder.resolve("cpu.max"));
    List<String> words =
        both.isPresent()
            ? List.of(both.get().split("\\s+"))
            : List.of(
                text(folder.resolve("cpu.cfs_quota_us")).orElse("-1"),
                text(folder.resolve("cpu.cfs_period_us")).orElse("0"));
    return words.size() == 2 && words.get(0).matches("\\d+")
        ? OptionalDouble.of(Double.parseDouble(words.get(0)) / Double.parseDouble(words.get(1)))
        : OptionalDouble.empty();
  }

  private static OptionalLong bytes(Path folder) {
    return text(folder.resolve("memory.max"))
        .or(() -> text(folder.resolve("memory.limit_in_bytes")))
        .filter(it -> it.matches("\\d{1,19}"))
        .map(Long::parseLong)
        .filter(it -> it < UNLIMITED_BYTES)
        .map(OptionalLong::of)
        .orElse(OptionalLong.empty());
  }

  private static long value(Optional<String> page, String name) {
    return page.stream()
        .flatMap(String::lines)
        .filter(line -> line.startsWith(name + " "))
        .mapToLong(line -> Long.parseLong(line.substring(name.length() + 1).strip()))
        .findFirst()
        .orElse(0);
  }

  private static Optional<String> text(Path file) {
    try {
      return Optional.of(Files.readString(file).strip());
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
