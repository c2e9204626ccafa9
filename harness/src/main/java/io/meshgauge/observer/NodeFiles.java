package io.meshgauge.observer;

import io.meshgauge.evidence.WireWatch;
import io.meshgauge.measure.MachineTicks;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.LongStream;

/** The kernel's books about the node and its pods ({@code /proc}, see proc(5)). */
final class NodeFiles {
  private static final String UNKNOWN = "unknown";

  /** Long enough that no other container's path can hold it by chance. */
  private static final Pattern CONTAINER = Pattern.compile("[0-9a-f]{12,64}");

  private final Path proc;

  /** The books of the machine; those of its pods where the process namespace is the node's. */
  NodeFiles() {
    this(Path.of("/proc"));
  }

  NodeFiles(Path proc) {
    this.proc = proc;
  }

  Facts facts(String node) {
    String cpus = read(proc.resolve("cpuinfo"));
    return new Facts(
        node,
        image(),
        read(proc.resolve("sys/kernel/osrelease")).strip(),
        Math.toIntExact(cpus.lines().filter(line -> line.startsWith("processor")).count()),
        field(cpus, "model name"),
        memory(field(read(proc.resolve("meminfo")), "MemTotal")),
        ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now()),
        System.getProperty("java.runtime.version"),
        WireWatch.captureOnNode(node));
  }

  MachineTicks machine() {
    return MachineTicks.of(read(proc.resolve("stat")));
  }

  /**
   * The counters of some pods' networks.
   *
   * @param pods container ids by name
   * @throws ObserverException naming the first pod that has no process here
   */
  Map<String, NetText> tcp(Map<String, String> pods) {
    Map<String, NetText> texts = new TreeMap<>();
    Map<String, Long> found = processes(pods);
    found.forEach((name, pid) -> texts.put(name, net(pid)));
    return texts;
  }

  private NetText net(long pid) {
    Path net = proc.resolve(Long.toString(pid)).resolve("net");
    return new NetText(read(net.resolve("snmp")), read(net.resolve("dev")));
  }

  private Map<String, Long> processes(Map<String, String> pods) {
    Map<String, String> ids = new TreeMap<>();
    pods.forEach((name, container) -> ids.put(name, id(name, container)));
    Map<String, Long> found = new TreeMap<>();
    try (LongStream pids = pids()) {
      pids.takeWhile(pid -> found.size() < ids.size())
          .forEach(
              pid -> {
                String groups = groups(pid);
                ids.forEach(
                    (name, id) -> {
                      if (groups.contains(id)) {
                        found.putIfAbsent(name, pid);
                      }
                    });
              });
    }
    for (Map.Entry<String, String> pod : ids.entrySet()) {
      if (!found.containsKey(pod.getKey())) {
        throw new ObserverException(
            "no process of container %s (%s) on this node; expected a running container, and the observer in the node's process namespace"
                .formatted(pod.getValue(), pod.getKey()));
      }
    }
    return found;
  }

  private static String id(String name, String container) {
    String id = container.substring(container.lastIndexOf('/') + 1);
    if (!CONTAINER.matcher(id).matches()) {
      throw new ObserverException(
          "'%s' (%s) is no container id; expected 12 to 64 hexadecimal digits"
              .formatted(container, name));
    }
    return id;
  }

  /** The paths of a process's control groups; empty when it is gone. */
  private String groups(long pid) {
    try {
      return Files.readString(proc.resolve(Long.toString(pid)).resolve("cgroup"));
    } catch (IOException e) {
      return "";
    }
  }

  private LongStream pids() {
    LongStream.Builder pids = LongStream.builder();
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(proc)) {
      for (Path folder : folders) {
        number(folder.getFileName().toString()).ifPresent(pids::add);
      }
    } catch (IOException | DirectoryIteratorException e) {
      throw new ObserverException("cannot list %s: %s".formatted(proc, e.getMessage()), e);
    }
    return pids.build();
  }

  private static OptionalLong number(String name) {
    return name.chars().allMatch(Character::isDigit)
        ? OptionalLong.of(Long.parseLong(name))
        : OptionalLong.empty();
  }

  /** The system of the observer's own image; one without a distribution need not say. */
  private static String image() {
    Path release = Path.of("/etc/os-release");
    return Files.exists(release) ? field(read(release), "PRETTY_NAME").replace("\"", "") : UNKNOWN;
  }

  private static long memory(String kibibytes) {
    return kibibytes.equals(UNKNOWN)
        ? 0
        : 1024 * Long.parseLong(kibibytes.toLowerCase(Locale.ROOT).replace("kb", "").strip());
  }

  /** The value behind the first line that starts with a name. */
  private static String field(String text, String name) {
    return text.lines()
        .filter(line -> line.startsWith(name))
        .map(line -> line.substring(name.length()).replaceFirst("^\\s*[:=]\\s*", "").strip())
        .findFirst()
        .orElse(UNKNOWN);
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new ObserverException("cannot read %s: %s".formatted(file, e.getMessage()), e);
    }
  }
}
