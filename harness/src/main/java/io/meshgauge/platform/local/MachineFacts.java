package io.meshgauge.platform.local;

import io.meshgauge.experiment.Environment;
import io.meshgauge.platform.local.machine.ControlGroup;
import io.meshgauge.platform.local.machine.SchedulingPriority;
import io.meshgauge.platform.local.program.Programs;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Facts of this machine and of the versions that run on it. */
final class MachineFacts {
  private static final String UNKNOWN = "unknown";
  private static final Pattern LIBRARY =
      Pattern.compile(".*/(spring-boot|tomcat-embed-core|grpc-core|micrometer-core)-(\\d.*)\\.jar");

  private static final Pattern LIBRARIES = Pattern.compile("\\s+");

  private final List<Path> jars;
  private final Programs programs;

  /**
   * @param jars of the services
   */
  MachineFacts(List<Path> jars, Programs programs) {
    this.jars = jars;
    this.programs = programs;
  }

  /**
   * Facts that do not change between runs; {@code unknown} where the system does not report one.
   */
  Environment environment() {
    SortedMap<String, String> facts = new TreeMap<>();
    facts.put("platform", "local");
    facts.put("os", field("/etc/os-release", "PRETTY_NAME=").orElse(System.getProperty("os.name")));
    facts.put("kernel", System.getProperty("os.version"));
    facts.put("arch", System.getProperty("os.arch"));
    facts.put("cpu.model", field("/proc/cpuinfo", "model name").orElse(UNKNOWN));
    facts.put("cpu.cores", Integer.toString(Runtime.getRuntime().availableProcessors()));
    facts.put("cpu.governor", governor());
    facts.put(
        "memory", field("/proc/meminfo", "MemTotal").map(MachineFacts::mebibytes).orElse(UNKNOWN));
    facts.put("virtualisation", virtualisation());
    ControlGroup group = ControlGroup.ofThisProcess();
    facts.put("cgroup.cpu", group.cpuLimit());
    facts.put("cgroup.memory", group.memoryLimit());
    facts.put("java.version", System.getProperty("java.runtime.version"));
    facts.put("java.vm", System.getProperty("java.vm.name"));
    facts.put("precedence", SchedulingPriority.here().description());
    if (!jars.isEmpty()) {
      facts.put("services.jvm.flags", String.join(" ", ServiceCommands.FLAGS));
    }
    facts.putAll(libraries());
    facts.putAll(programs.versions());
    return new Environment(facts);
  }

  /** The current state of the machine. */
  static Map<String, String> conditions() {
    SortedMap<String, String> now = new TreeMap<>();
    double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    now.put("load average", load < 0 ? UNKNOWN : String.format(Locale.ROOT, "%.2f", load));
    now.put(
        "memory available",
        field("/proc/meminfo", "MemAvailable").map(MachineFacts::mebibytes).orElse(UNKNOWN));
    return now;
  }

  private Map<String, String> libraries() {
    SortedMap<String, String> versions = new TreeMap<>();
    for (Path jar : jars) {
      // A build has the libraries next to each service, a release has them once.
      try (JarFile opened = new JarFile(jar.toFile())) {
        Stream.ofNullable(opened.getManifest())
            .map(it -> it.getMainAttributes().getValue(Attributes.Name.CLASS_PATH))
            .flatMap(Stream::ofNullable)
            .flatMap(LIBRARIES::splitAsStream)
            .map(LIBRARY::matcher)
            .filter(Matcher::matches)
            .forEach(found -> versions.put("services." + found.group(1), found.group(2)));
      } catch (IOException e) {
        // It has no list of libraries.
      }
    }
    return versions;
  }

  private static String mebibytes(String kibibytes) {
    Matcher number = Pattern.compile("(\\d+) kB").matcher(kibibytes);
    return number.matches() ? Long.parseLong(number.group(1)) / 1024 + " MiB" : kibibytes;
  }

  private static String governor() {
    return text("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor").orElse(UNKNOWN);
  }

  private static String virtualisation() {
    String flags = field("/proc/cpuinfo", "flags").orElse("");
    boolean virtual = (" " + flags + " ").contains(" hypervisor ");
    boolean container = Files.exists(Path.of("/.dockerenv"));
    String machine = virtual ? "virtual machine" : flags.isEmpty() ? UNKNOWN : "none seen";
    String vendor = text("/sys/class/dmi/id/sys_vendor").map(name -> " (" + name + ")").orElse("");
    return machine + (virtual ? vendor : "") + (container ? ", container" : "");
  }

  /** The value of the first line of a file with this name, without quotes. */
  private static Optional<String> field(String file, String name) {
    return text(file)
        .flatMap(text -> text.lines().filter(line -> line.startsWith(name)).findFirst())
        .map(line -> line.substring(name.length()).replaceFirst("^\\s*:\\s*", ""))
        .map(value -> value.replace("\"", "").strip());
  }

  private static Optional<String> text(String file) {
    try {
      return Optional.of(Files.readString(Path.of(file)).strip());
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
