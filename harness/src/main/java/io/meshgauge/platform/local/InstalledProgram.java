package io.meshgauge.platform.local;

import io.meshgauge.platform.PlatformException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * A program that the user has installed: on the PATH, in the folders of system programs, which are
 * not on everybody's PATH, or the file that a variable names. It is never fetched.
 *
 * @param name of its file, for example {@code iperf3}
 * @param variable of the environment that may name it
 * @param advice what needs it and how to get it, as the end of a sentence
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
    // A variable that names nothing is an error, and not passed over.
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
