package io.meshgauge.platform.local.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How many files, and with them connections, a process may have open here. */
public final class OpenFiles {
  /** A load worker with the default connections and its jars has some 400 open. */
  private static final int NEEDED = 1024;

  private static final Pattern LIMIT = Pattern.compile("(?m)^Max open files\\s+\\S+\\s+(\\d+)");

  private OpenFiles() {}

  /**
   * What to do where the limit is too low; empty where it is not, or not known.
   *
   * @param limits {@code /proc/self/limits}: the JVM raises its own limit up to the hard one
   */
  public static Optional<String> problem(Path limits) {
    try {
      Matcher hard = LIMIT.matcher(Files.readString(limits));
      if (!hard.find() || Long.parseLong(hard.group(1)) >= NEEDED) {
        return Optional.empty();
      }
      return Optional.of(
          "a process may have %s files open here; expected %d or more, since each connection of the load is one in every process it passes: raise the limit with ulimit -n %d"
              .formatted(hard.group(1), NEEDED, 4 * NEEDED));
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
