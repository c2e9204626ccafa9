package io.meshgauge.platform.local;

import io.meshgauge.platform.local.machine.ProgramPath;
import io.meshgauge.topology.Service;
import io.meshgauge.topology.Service.Launch;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What a service needs to be started on this machine. */
final class ServiceProgram {
  private ServiceProgram() {}

  /** Why a service cannot be started here; empty when it can. */
  static Optional<String> problem(Path home, Service service) {
    if (service.launch().isEmpty()) {
      return Optional.of(
          "service '%s' has no run: in the application's file; expected the command that starts it on this machine, or the platform kubernetes"
              .formatted(service.name()));
    }
    Launch launch = service.launch().get();
    List<String> unset =
        launch.secrets().stream().filter(name -> System.getenv(name) == null).toList();
    if (!unset.isEmpty()) {
      return Optional.of(
          "service '%s' needs the variable%s %s, which %s not set in the environment of the harness; set %s"
              .formatted(
                  service.name(),
                  unset.size() == 1 ? "" : "s",
                  String.join(", ", unset),
                  unset.size() == 1 ? "is" : "are",
                  unset.size() == 1 ? "it" : "them"));
    }
    return launch.java() ? jar(home, service, launch) : command(home, service, launch);
  }

  private static Optional<String> jar(Path home, Service service, Launch launch) {
    Path jar = ServiceCommands.jar(home, launch);
    return Files.isRegularFile(jar)
        ? Optional.empty()
        : Optional.of(
            "service '%s' is not built: no %s; build it%s"
                .formatted(
                    service.name(),
                    jar,
                    jar.startsWith(home) ? " with: ./mvnw -q package -DskipTests" : ""));
  }

  private static Optional<String> command(Path home, Service service, Launch launch) {
    String program = launch.arguments().get(0);
    boolean path = program.contains("/");
    Path file = ServiceCommands.folder(home, launch).resolve(program);
    boolean found = path ? Files.isExecutable(file) : ProgramPath.find(program).isPresent();
    return found
        ? Optional.empty()
        : Optional.of(
            "service '%s' is started by %s, which %s; install it, or change run: in the application's file"
                .formatted(
                    service.name(),
                    program,
                    path ? "is no executable file at " + file : "is not on the PATH"));
  }
}
