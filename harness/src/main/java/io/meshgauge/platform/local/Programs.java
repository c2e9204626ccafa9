package io.meshgauge.platform.local;

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

/** The proxy programs this platform can run: where each is found, and how each is started. */
final class Programs {
  private static final String ENVOY = "envoy";

  private final EnvoyBinary envoy;
  private final Map<String, Path> obtained = new ConcurrentHashMap<>();

  Programs(EnvoyBinary envoy) {
    this.envoy = envoy;
  }

  /** What stands in the way of obtaining them, one text each. */
  List<String> problems(Set<String> programs) {
    List<String> problems = new ArrayList<>();
    for (String program : new TreeSet<>(programs)) {
      try {
        if (program.equals(ENVOY)) {
          envoy.obstacle().ifPresent(problems::add);
        } else {
          problems.add(unknown(program));
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
    if (!program.equals(ENVOY)) {
      throw new PlatformException(unknown(program));
    }
    return obtained.computeIfAbsent(program, unused -> envoy.obtain());
  }

  /** The command that runs a proxy with its configuration file. */
  List<String> command(Path program, Path config, int workers) {
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
    return versions;
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
    return "this platform cannot run a proxy program '%s'; it can run: %s"
        .formatted(program, ENVOY);
  }
}
