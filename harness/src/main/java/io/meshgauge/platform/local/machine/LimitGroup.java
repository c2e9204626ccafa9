package io.meshgauge.platform.local.machine;

import io.meshgauge.measure.limit.Limit;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.Wait;
import io.meshgauge.probe.cgroup.GroupProbe;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** The control group of one process that is limited as a container is. Idempotent. */
public final class LimitGroup {
  /** As in Kubernetes. */
  private static final long PERIOD_MICROS = Math.round(Limit.PERIOD_SECONDS * 1e6);

  private static final Wait EMPTY = new Wait(Duration.ofSeconds(5), Duration.ofMillis(20));

  private final Limit limit;
  private final Map<String, Folder> folders;

  /**
   * A folder of the group.
   *
   * @param path of it
   * @param unified whether it is of version 2
   */
  record Folder(Path path, boolean unified) {}

  /**
   * @param folders by controller: {@code cpu}, {@code memory}
   */
  LimitGroup(Limit limit, Map<String, Folder> folders) {
    this.limit = limit;
    this.folders = new TreeMap<>(folders);
  }

  /** The limit of the group. */
  public Limit limit() {
    return limit;
  }

  /** Its folders, into whose {@code cgroup.procs} the process is written. */
  public List<Path> paths() {
    return folders.values().stream().map(Folder::path).distinct().toList();
  }

  /**
   * Makes the group and sets its limit.
   *
   * @throws PlatformException when the kernel refuses
   */
  public void create() {
    try {
      for (Path path : paths()) {
        Files.createDirectories(path);
      }
      if (limit.cores().isPresent()) {
        cpu(folder("cpu"), Math.round(limit.cores().getAsDouble() * PERIOD_MICROS));
      }
      if (limit.bytes().isPresent()) {
        memory(folder("memory"), Long.toString(limit.bytes().getAsLong()));
      }
    } catch (IOException e) {
      throw new PlatformException(
          "the control group of a limit could not be made: %s: %s"
              .formatted(e.getClass().getSimpleName(), e.getMessage()),
          e);
    }
  }

  private Folder folder(String controller) {
    return Objects.requireNonNull(folders.get(controller));
  }

  private static void cpu(Folder folder, long quota) throws IOException {
    if (folder.unified()) {
      set(folder.path().resolve("cpu.max"), quota + " " + PERIOD_MICROS);
    } else {
      set(folder.path().resolve("cpu.cfs_period_us"), Long.toString(PERIOD_MICROS));
      set(folder.path().resolve("cpu.cfs_quota_us"), Long.toString(quota));
    }
  }

  /** Without swap, as a container has none. */
  private static void memory(Folder folder, String bytes) throws IOException {
    if (folder.unified()) {
      set(folder.path().resolve("memory.max"), bytes);
      setIfThere(folder.path().resolve("memory.swap.max"), "0");
    } else {
      set(folder.path().resolve("memory.limit_in_bytes"), bytes);
      setIfThere(folder.path().resolve("memory.memsw.limit_in_bytes"), bytes);
    }
  }

  private static void set(Path file, String value) throws IOException {
    Files.writeString(file, value, StandardOpenOption.WRITE);
  }

  private static void setIfThere(Path file, String value) throws IOException {
    if (Files.exists(file)) {
      set(file, value);
    }
  }

  /** How often the kernel ended one of its processes for want of memory. */
  public long outOfMemory() {
    Folder memory = folders.get("memory");
    return memory == null ? 0 : GroupProbe.kills(memory.path());
  }

  /** Removes the group, once the kernel has let go of the processes that were killed in it. */
  public void remove() {
    EMPTY.last(() -> remove(paths()), Boolean::booleanValue);
  }

  /** Removes the group, and the folder of its harness with the last one. */
  public void removeForGood() {
    remove();
    remove(paths().stream().map(Path::getParent).toList());
  }

  /** Removes folders of groups, unless processes are in them; whether all are gone. */
  static boolean remove(Collection<Path> paths) {
    boolean gone = true;
    for (Path path : paths) {
      try {
        Files.deleteIfExists(path);
      } catch (IOException ignored) {
        // A process is in it; if it stays there, the next harness removes the group.
        gone = false;
      }
    }
    return gone;
  }
}
