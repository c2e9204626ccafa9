package io.meshgauge.platform.local;

import io.meshgauge.platform.PlatformException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Where iperf3 is had from: {@code iperf3} on the PATH, else the file named by {@code
 * MESHGAUGE_IPERF3}. It is never fetched.
 *
 * @param environment variables of the user
 */
record IperfBinary(Map<String, String> environment) {
  static final String VARIABLE = "MESHGAUGE_IPERF3";
  private static final String NAME = "iperf3";

  IperfBinary {
    environment = Map.copyOf(environment);
  }

  /**
   * iperf3, if it is here.
   *
   * @throws PlatformException when the variable names something that cannot be run
   */
  Optional<Path> present() {
    return ProgramPath.find(NAME, environment.getOrDefault("PATH", "")).or(this::named);
  }

  /** What has to be done by hand; empty when it is here. */
  Optional<String> obstacle() {
    return present().isPresent()
        ? Optional.empty()
        : Optional.of(
            ("no iperf3: looked for %s on the PATH, and %s is not set; the plan tcp needs it."
                    + " Install it (Debian, Ubuntu: apt install iperf3; Fedora: dnf install"
                    + " iperf3), or let %s name the program")
                .formatted(NAME, VARIABLE, VARIABLE));
  }

  /**
   * iperf3.
   *
   * @throws PlatformException saying what was looked for where, and what to do
   */
  Path obtain() {
    return present().orElseThrow(() -> new PlatformException(obstacle().orElseThrow()));
  }

  private Optional<Path> named() {
    String name = environment.getOrDefault(VARIABLE, "");
    if (name.isBlank()) {
      return Optional.empty();
    }
    Path file = Path.of(name);
    if (!Files.isRegularFile(file) || !Files.isExecutable(file)) {
      throw new PlatformException(
          "%s is set to '%s', which is not an executable file; let it name an iperf3, or unset it"
              .formatted(VARIABLE, name));
    }
    return Optional.of(file.toAbsolutePath());
  }
}
