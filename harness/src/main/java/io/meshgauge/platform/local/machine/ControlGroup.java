package io.meshgauge.platform.local.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Limits of a process by Linux control groups, version 1 and 2.
 *
 * <p>A limit may be set at any level above the process; the lowest one is reported.
 */
public final class ControlGroup {
  private static final String NONE = "none";
  private static final double UNLIMITED_BYTES = 1e18;

  private final Path root;
  private final String membership;

  ControlGroup(Path root, String membership) {
    this.root = root;
    this.membership = membership;
  }

  /** The group of the harness, which its children share. */
  public static ControlGroup ofThisProcess() {
    return new ControlGroup(
        Path.of("/sys/fs/cgroup"), text(Path.of("/proc/self/cgroup")).orElse(""));
  }

  /** CPU limit in cores, or {@code none}. */
  public String cpuLimit() {
    for (Path folder : folders("cpu")) {
      Optional<String[]> max = text(folder.resolve("cpu.max")).map(text -> text.split("\\s+"));
      if (max.isPresent() && max.get().length == 2 && !max.get()[0].equals("max")) {
        return cores(max.get()[0], max.get()[1]);
      }
      Optional<String> quota = text(folder.resolve("cpu.cfs_quota_us"));
      Optional<String> period = text(folder.resolve("cpu.cfs_period_us"));
      if (quota.isPresent() && period.isPresent() && !quota.get().startsWith("-")) {
        return cores(quota.get(), period.get());
      }
    }
    return NONE;
  }

  /** Memory limit in MiB, or {@code none}. */
  public String memoryLimit() {
    for (Path folder : folders("memory")) {
      Optional<String> limit =
          text(folder.resolve("memory.max"))
              .or(() -> text(folder.resolve("memory.limit_in_bytes")))
              .filter(text -> text.matches("\\d+"));
      if (limit.isPresent() && Double.parseDouble(limit.get()) < UNLIMITED_BYTES) {
        return Long.parseLong(limit.get()) / (1024 * 1024) + " MiB";
      }
    }
    return NONE;
  }

  private static String cores(String quota, String period) {
    double cores = Double.parseDouble(quota) / Double.parseDouble(period);
    return String.format(Locale.ROOT, "%.2f cores", cores);
  }

  /** Folders of the process's group and of all groups above it, for one controller. */
  private List<Path> folders(String controller) {
    List<Path> folders = new ArrayList<>();
    for (String line : membership.lines().toList()) {
      String[] parts = line.split(":", 3);
      if (parts.length < 3) {
        continue;
      }
      boolean unified = parts[1].isEmpty();
      boolean named = List.of(parts[1].split(",")).contains(controller);
      if (unified || named) {
        Path top = unified ? root : root.resolve(controller);
        Path folder = top.resolve(parts[2].replaceFirst("^/+", "")).normalize();
        for (; folder != null && folder.startsWith(top); folder = folder.getParent()) {
          folders.add(folder);
        }
      }
    }
    return folders;
  }

  private static Optional<String> text(Path file) {
    try {
      return Optional.of(Files.readString(file).strip());
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
