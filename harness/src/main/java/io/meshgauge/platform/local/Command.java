package io.meshgauge.platform.local;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A program to be run under guard.
 *
 * @param name unique among what runs at the same time; used in messages
 * @param words program and arguments, not empty
 * @param environment the program's whole environment
 * @param folder its working folder, which exists
 * @param log file that its output is appended to; when {@link #conversation} is set, only what it
 *     writes to standard error
 * @param conversation whether the harness talks with it through standard input and output
 */
public record Command(
    String name,
    List<String> words,
    Map<String, String> environment,
    Path folder,
    Path log,
    boolean conversation) {
  private static final Set<String> INHERITED_VARIABLES =
      Set.of("PATH", "HOME", "USER", "LOGNAME", "TMPDIR", "LANG", "LC_ALL", "TZ");

  public Command {
    words = List.copyOf(words);
    environment = Map.copyOf(environment);
    if (words.isEmpty()) {
      throw new IllegalArgumentException("command " + name + " is empty; expected a program");
    }
  }

  /** A program that gets no input and whose output goes to a log. */
  public static Command logged(String name, List<String> words, Path folder, Path log) {
    return new Command(name, words, childEnvironment(), folder, log, false);
  }

  /** A program the harness talks with; only its standard error goes to the log. */
  public static Command conversing(String name, List<String> words, Path folder, Path log) {
    return new Command(name, words, childEnvironment(), folder, log, true);
  }

  /** The same program with another environment, for example the user's own, unabridged. */
  public Command in(Map<String, String> otherEnvironment) {
    return new Command(name, words, otherEnvironment, folder, log, conversation);
  }

  /**
   * Few environment variables, by name, so that a variable of the user's shell ({@code
   * JAVA_TOOL_OPTIONS}, {@code SPRING_…}) cannot change one arm or one machine.
   */
  private static Map<String, String> childEnvironment() {
    return System.getenv().entrySet().stream()
        .filter(variable -> INHERITED_VARIABLES.contains(variable.getKey()))
        .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  /** The named pipe for the program's input, or null when it gets none. */
  @Nullable Path input() {
    return conversation ? log.resolveSibling(log.getFileName() + ".input") : null;
  }
}
