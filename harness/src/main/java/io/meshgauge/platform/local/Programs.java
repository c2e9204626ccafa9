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

/** The programs this platform can run beside the services: where each is found. */
final class Programs {
  /** The sender and the receiver of TCP streams. */
  static final String IPERF = "iperf3";

  private static final String ENVOY = "envoy";

  /** The decision point of a policy, a program of this project. */
  private static final String DECISION = "decision";

  private final EnvoyBinary envoy;
  private final IperfBinary iperf;
  private final Program zipkin;
  private final Program prometheus;
  private final ServiceJars jars;
  private final Map<String, Path> obtained = new ConcurrentHashMap<>();

  Programs(EnvoyBinary envoy, IperfBinary iperf, Program zipkin, Program prometheus, ServiceJars jars) {
    this.envoy = envoy;
    this.iperf = iperf;
    this.zipkin = zipkin;
    this.prometheus = prometheus;
    this.jars = jars;
  }

  /** A Prometheus that the user has installed. */
  static Program prometheus(Map<String, String> environment) {
    return new InstalledProgram(
        Telemetry.PROMETHEUS,
        "MESHGAUGE_PROMETHEUS",
        "telemetry with metrics needs it. Install it (Debian, Ubuntu: apt install prometheus, whose"
            + " own service need not run)",
        environment);
  }

  /** What stands in the way of obtaining them, one text each. */
  List<String> problems(Set<String> programs) {
    List<String> problems = new ArrayList<>();
    for (String program : new TreeSet<>(programs)) {
      try {
        switch (program) {
          case ENVOY -> envoy.obstacle().ifPresent(problems::add);
          case IPERF -> iperf.obstacle().ifPresent(problems::add);
          case Telemetry.ZIPKIN -> zipkin.obstacle().ifPresent(problems::add);
          case Telemetry.PROMETHEUS -> prometheus.obstacle().ifPresent(problems::add);
          case DECISION -> problems.addAll(jars.problems(List.of(DECISION)));
          default -> problems.add(unknown(program));
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
            switch (name) {
              case ENVOY -> envoy.obtain();
              case IPERF -> iperf.obtain();
              case Telemetry.ZIPKIN -> zipkin.obtain();
              case Telemetry.PROMETHEUS -> prometheus.obtain();
              case DECISION -> built();
              default -> throw new PlatformException(unknown(name));
            });
  }

  private Path built() {
    List<String> problems = jars.problems(List.of(DECISION));
    if (!problems.isEmpty()) {
      throw new PlatformException(problems.get(0));
    }
    return jars.jar(DECISION);
  }

  /**
   * The command that runs a proxy, or the decision point of a policy, with its configuration file.
   */
  List<String> command(String program, Path config, int workers) {
    Path file = obtain(program);
    return program.equals(DECISION) ? java(file, config) : envoy(file, config, workers);
  }

  private static List<String> java(Path jar, Path config) {
    List<String> words = new ArrayList<>();
    words.add(ServiceCommands.java().toString());
    words.addAll(ServiceCommands.FLAGS);
    words.addAll(List.of("-jar", jar.toString(), config.toString()));
    return words;
  }

  private static List<String> envoy(Path program, Path config, int workers) {
    return List.of(
        program.toString(),
        "-c",
        config.toString(),
        "--concurrency",
        Integer.toString(workers),
        "--log-level",
        "warn",
        // Without it every Envoy of a machine claims the same shared-memory region.
        "--disable-hot-restart");
  }

  /** Versions of the programs that are here already, for the environment's facts. */
  Map<String, String> versions() {
    Map<String, String> versions = new TreeMap<>();
    try {
      Optional<Path> file = Optional.ofNullable(obtained.get(ENVOY)).or(envoy::present);
      file.ifPresent(found -> versions.put("envoy.version", version(found)));
    } catch (PlatformException e) {
      versions.put("envoy.version", "unknown");
    }
    // Only where a plan asked for it: a fact that says nothing of a run must not set it apart.
    Optional.ofNullable(obtained.get(IPERF))
        .ifPresent(found -> versions.put("iperf3.version", firstWords(version(found))));
    Optional.ofNullable(obtained.get(Telemetry.ZIPKIN))
        .ifPresent(found -> versions.put("zipkin.version", ZipkinJar.version(found)));
    Optional.ofNullable(obtained.get(Telemetry.PROMETHEUS))
        .ifPresent(
            found ->
                versions.put(
                    "prometheus.version",
                    version(found)
                        .lines()
                        .findFirst()
                        .orElse("unknown")
                        .replaceFirst("^prometheus,\\s*(version\\s+)?", "")));
    return versions;
  }

  /** iperf3 tells the machine's name and kernel as well. */
  private static String firstWords(String version) {
    return version.lines().findFirst().orElse("unknown").replaceFirst("^iperf\\s+", "");
  }

  private static String version(Path program) {
    try {
      Process process = new ProcessBuilder(program.toString(), "--version").start();
      process.getOutputStream().close();
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        return "unknown";
      }
      String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return text.strip().replaceFirst("(?s).*version:\\s*", "");
    } catch (IOException e) {
      return "unknown";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "unknown";
    }
  }

  private static String unknown(String program) {
    return "this platform cannot run a program '%s'; it can run: %s, %s, %s, %s, %s"
        .formatted(program, ENVOY, IPERF, DECISION, Telemetry.ZIPKIN, Telemetry.PROMETHEUS);
  }
}
