package io.meshgauge.platform.local.program;

import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.local.process.ProcessGuard;
import io.meshgauge.topology.ProgramSpec;
import io.meshgauge.topology.ProgramSpec.Built;
import io.meshgauge.topology.ProgramSpec.Module;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/** Programs that this platform can run in addition to the services. */
public final class Programs {
  private static final Duration DOWNLOAD_TIMEOUT = Duration.ofMinutes(4);

  private final Map<String, String> environment;
  private final ProgramCache cache;
  private final Map<String, ProgramSpec> specs = new TreeMap<>();
  private final Map<String, Program> known = new TreeMap<>();
  private final Map<String, Path> obtained = new ConcurrentHashMap<>();
  private final Set<String> requested = ConcurrentHashMap.newKeySet();

  /**
   * Programs found by the user's environment, and fetched into the user's cache where supported.
   *
   * @param environment variables of the user
   * @param home the checkout
   * @param specs the programs, each before its modules
   */
  public Programs(
      ProcessGuard guard, Map<String, String> environment, Path home, List<ProgramSpec> specs) {
    this.environment = Map.copyOf(environment);
    PackageTool tool = new PackageTool(guard, environment, DOWNLOAD_TIMEOUT);
    this.cache = ProgramCache.ofUser(tool, environment);
    for (ProgramSpec spec : specs) {
      Program program;
      if (spec.source() instanceof Module module) {
        program =
            new NginxModule(spec, module, Objects.requireNonNull(known.get(module.program())));
      } else if (spec.source() instanceof Built) {
        program = new BuiltJar(spec, home);
      } else {
        program = new ExternalProgram(spec, environment, cache);
      }
      known.put(spec.name(), program);
      this.specs.put(spec.name(), spec);
    }
  }

  /** A program; empty where there is none of that name, nor a release of one. */
  private Optional<Program> find(String name) {
    Program found = known.get(name);
    if (found != null) {
      return Optional.of(found);
    }
    List<String> pinned =
        specs.values().stream()
            .filter(it -> it.isReleased() && name.startsWith(it.file() + "@"))
            .map(ProgramSpec::name)
            .toList();
    return pinned.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new ExternalProgram(
                Objects.requireNonNull(specs.get(pinned.get(0))).ofUser(name, pinned),
                environment,
                cache));
  }

  /** Missing programs that cannot be obtained, one text each. */
  public List<String> problems(Set<String> programs) {
    List<String> problems = new ArrayList<>();
    for (String name : new TreeSet<>(programs)) {
      try {
        Optional<Program> found = find(name);
        if (found.isEmpty()) {
          problems.add(unknown(name));
        }
        found.flatMap(Program::obstacle).ifPresent(problems::add);
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
  public Path obtain(String program) {
    requested.add(program);
    return obtained.computeIfAbsent(
        program,
        name -> find(name).orElseThrow(() -> new PlatformException(unknown(name))).obtain());
  }

  /** Versions of available programs, for the environment of an experiment. */
  public Map<String, String> versions() {
    Map<String, String> versions = new TreeMap<>();
    for (String name : requested) {
      try {
        find(name)
            .ifPresent(
                program ->
                    program
                        .present()
                        .ifPresent(file -> versions.put(name + ".version", program.version(file))));
      } catch (PlatformException e) {
        versions.put(name + ".version", "unknown");
      }
    }
    return versions;
  }

  private String unknown(String program) {
    return "this platform cannot run a program '%s'; it can run: %s"
        .formatted(program, String.join(", ", known.keySet()));
  }

  /** A program of this project, built with the services. */
  private record BuiltJar(ProgramSpec spec, Path home) implements Program {
    private Path jar() {
      String name = spec.name();
      return home.resolve(Path.of("sample-services", name, "target", "app", name + ".jar"));
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
              "program '%s' is not built: no %s; %s".formatted(spec.name(), jar(), spec.advice()));
    }

    @Override
    public String version(Path file) {
      return "as the services";
    }
  }
}
