package io.meshgauge.platform.local.machine;

import io.meshgauge.measure.limit.Limit;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.probe.cgroup.Hierarchies;
import io.meshgauge.probe.cgroup.Hierarchies.Place;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Control groups for processes of this harness, which are limited as containers are: one group for
 * each process, below one folder of the harness.
 *
 * <p>The folder is below the harness' own group, so that limits from above hold for its processes
 * as well. In version 2 a group with processes cannot have groups with limits; there it is below
 * the nearest group above that can. Folders of harnesses that have died are removed.
 */
public final class LimitGroups implements AutoCloseable {
  private static final String SWITCH = "cgroup.subtree_control";
  private static final Pattern NAME = Pattern.compile("meshgauge-(\\d+)-(\\d+)");

  private final Hierarchies hierarchies;
  private final String membership;
  private final String name;
  private final Map<String, LimitGroup.Folder> bases = new TreeMap<>();
  private final Set<Path> made = new LinkedHashSet<>();
  private int groups;

  /**
   * @param membership content of {@code /proc/self/cgroup}
   */
  LimitGroups(Path root, String membership, ProcessHandle owner) {
    this.hierarchies = new Hierarchies(root);
    this.membership = membership;
    this.name = name(owner);
  }

  /** Groups of this process. */
  public static LimitGroups ofThisProcess() {
    String membership;
    try {
      membership = Files.readString(Path.of("/proc/self/cgroup"));
    } catch (IOException e) {
      membership = "";
    }
    return new LimitGroups(Hierarchies.ROOT, membership, ProcessHandle.current());
  }

  private static String name(ProcessHandle process) {
    // The start time tells a process from a later one with the same id.
    long started = process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    return "meshgauge-%d-%d".formatted(process.pid(), started);
  }

  /** Why processes cannot be limited here, and what to do; empty where they can. */
  public synchronized Optional<String> problem(Limit limit) {
    if (!limit.any()) {
      return Optional.empty();
    }
    LimitGroup trial;
    try {
      trial = group("trial", limit);
      trial.create();
    } catch (PlatformException e) {
      return Optional.of(
          "limits of CPU and memory need control groups that this user may write, and %s. Run as root; or on a system with systemd by `systemd-run --user --scope -p Delegate=yes ./meshgauge …`; or in a container with its control groups mounted writable. Or remove the settings cpu-limit, memory-limit, proxy-cpu-limit and proxy-memory-limit"
              .formatted(e.getMessage()));
    }
    trial.remove();
    return Optional.empty();
  }

  /**
   * The group for a process, which is not made yet.
   *
   * @param process its name, which processes of several arms may have
   * @throws PlatformException when no group can be made on this machine
   */
  public synchronized LimitGroup group(String process, Limit limit) {
    String own = "%s-%d".formatted(process, ++groups);
    Map<String, LimitGroup.Folder> folders = new HashMap<>();
    if (limit.cores().isPresent()) {
      folders.put("cpu", below(base("cpu"), own));
    }
    if (limit.bytes().isPresent()) {
      folders.put("memory", below(base("memory"), own));
    }
    return new LimitGroup(limit, folders);
  }

  private static LimitGroup.Folder below(LimitGroup.Folder base, String process) {
    return new LimitGroup.Folder(base.path().resolve(process), base.unified());
  }

  /** The folder of this harness for a controller. */
  private LimitGroup.Folder base(String controller) {
    LimitGroup.Folder known = bases.get(controller);
    if (known != null) {
      return known;
    }
    Place place =
        hierarchies
            .place(membership, controller)
            .orElseThrow(
                () ->
                    new PlatformException(
                        "the kernel has no controller '%s' below %s"
                            .formatted(controller, hierarchies.root())));
    Path parent = place.unified() ? divisible(place, controller) : place.folder();
    sweep(parent);
    Path folder = parent.resolve(name);
    try {
      Files.createDirectories(folder);
      made.add(folder);
      if (place.unified()) {
        enable(folder, controller);
      }
    } catch (IOException e) {
      throw unwritable(folder, e);
    }
    LimitGroup.Folder base = new LimitGroup.Folder(folder, place.unified());
    bases.put(controller, base);
    return base;
  }

  /** The nearest group, from the harness' own upwards, whose children can be limited. */
  private static Path divisible(Place place, String controller) {
    List<String> refusals = new ArrayList<>();
    Path folder = place.folder();
    while (folder != null && folder.startsWith(place.top())) {
      try {
        enable(folder, controller);
        if (Files.isWritable(folder)) {
          return folder;
        }
        refusals.add(folder + ": no permission");
      } catch (IOException e) {
        refusals.add(String.valueOf(e.getMessage()));
      }
      folder = folder.getParent();
    }
    throw new PlatformException(
        "no group has children with the controller '%s' (%s)"
            .formatted(controller, String.join("; ", refusals)));
  }

  private static void enable(Path folder, String controller) throws IOException {
    Path file = folder.resolve(SWITCH);
    if (!List.of(Files.readString(file).strip().split("\\s+")).contains(controller)) {
      Files.writeString(file, "+" + controller, StandardOpenOption.WRITE);
    }
  }

  private static PlatformException unwritable(Path folder, IOException cause) {
    return new PlatformException(
        "%s cannot be made (%s)".formatted(folder, cause.getClass().getSimpleName()), cause);
  }

  /** Removes what harnesses left that were killed together with their guardians. */
  private void sweep(Path parent) {
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent, "meshgauge-*")) {
      for (Path folder : folders) {
        Matcher matcher = NAME.matcher(folder.getFileName().toString());
        if (matcher.matches() && !lives(matcher)) {
          removeWhole(folder);
        }
      }
    } catch (IOException ignored) {
      // What cannot be listed cannot be used either, which is said then.
    }
  }

  private static boolean lives(Matcher owner) {
    return ProcessHandle.of(Long.parseLong(owner.group(1)))
        .filter(process -> name(process).equals(owner.group()))
        .isPresent();
  }

  private static void removeWhole(Path folder) {
    try (DirectoryStream<Path> groups = Files.newDirectoryStream(folder, Files::isDirectory)) {
      groups.forEach(group -> LimitGroup.remove(List.of(group)));
    } catch (IOException ignored) {
      // Another harness has removed it.
    }
    LimitGroup.remove(List.of(folder));
  }

  /** Removes all groups of this harness; its processes must have ended. */
  @Override
  public synchronized void close() {
    made.forEach(LimitGroups::removeWhole);
    made.clear();
    bases.clear();
  }
}
