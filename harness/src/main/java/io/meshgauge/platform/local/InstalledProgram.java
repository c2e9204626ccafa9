package io.meshgauge.platform.local;

import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.local.machine.ProgramPath;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * A program installed by the user: on the PATH, in a system folder that is not on every PATH, or
 * named by an environment variable. It is never fetched.
 *
 * @param name of its file, for example {@code iperf3}
 * @param variable of the environment that may name it
 * @param advice end of a sentence: what needs it and how to get it
 * @param environment variables of the user
 */
record InstalledProgram(
    String name, String variable, String advice, Map<String, String> environment)
    implements Program {
  private static final String SYSTEM_FOLDERS = "/usr/local/sbin:/usr/sbin";

  InstalledProgram {
    environment = Map.copyOf(environment);
  }

  @Override
  public Optional<Path> present() {
    // A variable with an invalid value is an error and not ignored.
    Optional<Path> named = named();
    String path = environment.getOrDefault("PATH", "") + ":" + SYSTEM_FOLDERS;
    return ProgramPath.find(name, path).or(() -> named);
  }

  @Override
  public Optional<String> obstacle() {
    return present().isPresent()
        ? Optional.empty()
        : Optional.of(
            "no %s: looked for %s on the PATH, and %s is not set; %s, or let %s name the program"
                .formatted(name, name, variable, advice, variable));
  }

  @Override
  public Path obtain() {
    return present().orElseThrow(() -> new PlatformException(obstacle().orElseThrow()));
  }

  private Optional<Path> named() {
    String file = environment.getOrDefault(variable, "");
    if (file.isBlank()) {
      return Optional.empty();
    }
    Path program = Path.of(file);
    if (!Files.isRegularFile(program) || !Files.isExecutable(program)) {
      throw new PlatformException(
          "%s is set to '%s', which is not an executable file; let it name the program %s, or unset it"
              .formatted(variable, file, name));
    }
    return Optional.of(program.toAbsolutePath());
  }
}
