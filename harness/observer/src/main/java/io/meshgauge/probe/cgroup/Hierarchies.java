package io.meshgauge.probe.cgroup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Where the control groups are: of version 1 a hierarchy per controller, of version 2 one for all.
 *
 * @param root where they are mounted, usually {@code /sys/fs/cgroup}
 */
public record Hierarchies(Path root) {
  /** Where Linux mounts control groups. */
  public static final Path ROOT = Path.of("/sys/fs/cgroup");

  /**
   * Where a controller is.
   *
   * @param top folder of the uppermost group
   * @param unified whether it is of version 2
   * @param path of a process's group, relative to the top
   */
  public record Place(Path top, boolean unified, String path) {
    /** Folder of the process's group. */
    public Path folder() {
      Path folder = top.resolve(path.replaceFirst("^/+", "")).normalize();
      // In a container without a namespace of its own the path is that of the host.
      return folder.startsWith(top) && Files.isDirectory(folder) ? folder : top;
    }
  }

  /**
   * Where a controller is for a process.
   *
   * @param membership content of {@code /proc/PID/cgroup}
   * @return empty where this machine does not have the controller
   */
  public Optional<Place> place(String membership, String controller) {
    List<String[]> lines =
        membership.lines().map(line -> line.split(":", 3)).filter(it -> it.length == 3).toList();
    Optional<Place> first =
        lines.stream()
            .filter(it -> List.of(it[1].split(",")).contains(controller))
            .map(it -> new Place(root.resolve(controller), false, it[2]))
            .filter(it -> Files.isDirectory(it.top()))
            .findFirst();
    return first.isPresent()
        ? first
        : lines.stream()
            .filter(it -> it[1].isEmpty())
            .map(it -> new Place(unified(), true, it[2]))
            .filter(it -> has(it.top(), controller))
            .findFirst();
  }

  /** Folder of the group of a process; empty where this machine does not have the controller. */
  Optional<Path> folder(String membership, String controller) {
    return place(membership, controller).map(Place::folder);
  }

  /** With both versions mounted, the second has a folder of its own. */
  private Path unified() {
    Path both = root.resolve("unified");
    return Files.isDirectory(both) ? both : root;
  }

  private static boolean has(Path top, String controller) {
    try {
      String all = Files.readString(top.resolve("cgroup.controllers"));
      return List.of(all.strip().split("\\s+")).contains(controller);
    } catch (IOException e) {
      return false;
    }
  }
}
