package io.meshgauge.observer;

import io.meshgauge.evidence.capture.WireWatch;
import io.meshgauge.measure.use.ContainerTotals;
import io.meshgauge.measure.use.MachineTicks;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.LongStream;

/** Reads statistics of the node and its pods from {@code /proc}; see proc(5). */
final class NodeFiles {
  private static final String UNKNOWN = "unknown";

  /** Long enough that no other container's path contains it by chance. */
  private static final Pattern CONTAINER = Pattern.compile("[0-9a-f]{12,64}");

  /** Unit of the times in {@code /proc/PID/stat}; USER_HZ is 100 on all common architectures. */
  private static final double TICKS_PER_SECOND = 100;

  /** Fields of user and system time, own and of exited children, after the program's name. */
  private static final int[] TIMES = {11, 12, 13, 14};

  private final Path proc;

  /** Reads the machine's {@code /proc}; pods are visible in the node's process namespace only. */
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

  /** The node's CPU time so far; the observer's own time counts as the session's part. */
  MachineTicks machine() {
    return MachineTicks.of(read(proc.resolve("stat"))).with(own(read(proc.resolve("self/stat"))));
  }

  /** User and system time in ticks: fields 14 and 15 of {@code /proc/PID/stat}. */
  private static long own(String stat) {
    String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split("\\s+");
    return Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
  }

  /**
   * Reads the network counters of pods.
   *
   * @param pods container ids by name
   * @throws ObserverException naming the first pod without a process on this node
   */
  Map<String, NetText> tcp(Map<String, String> pods) {
    Map<String, String> ids = ids(pods);
    Map<String, List<Long>> found = processes(ids);
    Map<String, NetText> texts = new TreeMap<>();
    for (Map.Entry<String, String> pod : ids.entrySet()) {
      List<Long> pids = found.get(pod.getKey());
      if (pids == null) {
        throw new ObserverException(
            "no process of container %s (%s) on this node; expected a running container, and the observer in the node's process namespace"
                .formatted(pod.getValue(), pod.getKey()));
      }
      texts.put(pod.getKey(), net(pids.get(0)));
    }
    return texts;
  }

  private NetText net(long pid) {
    Path net = proc.resolve(Long.toString(pid)).resolve("net");
    return new NetText(read(net.resolve("snmp")), read(net.resolve("dev")));
  }

  /**
   * Reads CPU time and memory of containers.
   *
   * @param containers container ids by name
   * @return by name; without containers that have no process on this node
   */
  Map<String, ContainerTotals> totals(Map<String, String> containers) {
    Map<String, ContainerTotals> totals = new TreeMap<>();
    processes(ids(containers))
        .forEach(
            (name, pids) ->
                pids.stream()
                    .flatMap(pid -> totals(pid).stream())
                    .reduce(ContainerTotals::plus)
                    .ifPresent(sum -> totals.put(name, sum)));
    return totals;
  }

  /** The totals of a process; empty if it has exited. */
  private Optional<ContainerTotals> totals(long pid) {
    try {
      Path process = proc.resolve(Long.toString(pid));
      String stat = Files.readString(process.resolve("stat"));
      String status = Files.readString(process.resolve("status"));
      // The second field is the program's name in brackets, which may contain blanks and brackets.
      String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split("\\s+");
      double ticks = 0;
      for (int field : TIMES) {
        ticks += Double.parseDouble(fields[field]);
      }
      return Optional.of(
          new ContainerTotals(ticks / TICKS_PER_SECOND, memory(field(status, "VmRSS"))));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static Map<String, String> ids(Map<String, String> containers) {
    Map<String, String> ids = new TreeMap<>();
    containers.forEach((name, container) -> ids.put(name, id(name, container)));
    return ids;
  }

  /** Process ids by container name, from one pass over all processes. */
  private Map<String, List<Long>> processes(Map<String, String> ids) {
    Map<String, List<Long>> found = new TreeMap<>();
    try (LongStream pids = pids()) {
      pids.forEach(
          pid -> {
            String groups = groups(pid);
            ids.forEach(
                (name, id) -> {
                  if (groups.contains(id)) {
                    found.computeIfAbsent(name, unused -> new ArrayList<>()).add(pid);
                  }
                });
          });
    }
    return found;
  }

  private static String id(String name, String container) {
    String id = container.substring(container.lastIndexOf('/') + 1);
    if (!CONTAINER.matcher(id).matches()) {
      throw new ObserverException(
          "invalid container id '%s' (%s); expected 12 to 64 hexadecimal digits"
              .formatted(container, name));
    }
    return id;
  }

  /** The control group paths of a process; empty if it has exited. */
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

  /** The operating system of the observer's image; images without a distribution have no file. */
  private static String image() {
    Path release = Path.of("/etc/os-release");
    return Files.exists(release) ? field(read(release), "PRETTY_NAME").replace("\"", "") : UNKNOWN;
  }

  private static long memory(String kibibytes) {
    return kibibytes.equals(UNKNOWN)
        ? 0
        : 1024 * Long.parseLong(kibibytes.toLowerCase(Locale.ROOT).replace("kb", "").strip());
  }

  /** The value on the first line that starts with a name. */
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
