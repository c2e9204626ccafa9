package io.meshgauge.platform.local.process;

import io.meshgauge.platform.local.machine.LimitGroup;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A program to be run under guard.
 *
 * @param name unique among running programs; used in messages
 * @param program and arguments, not empty
 * @param environment the whole environment of the program
 * @param folder its working folder, which exists
 * @param log file that output is appended to; only standard error when {@link #interactive} is set
 * @param interactive whether the harness uses its standard input and output
 * @param group in which it runs; empty: in that of the harness
 */
public record Command(
    String name,
    List<String> program,
    Map<String, String> environment,
    Path folder,
    Path log,
    boolean interactive,
    Optional<LimitGroup> group) {
  private static final Set<String> INHERITED_VARIABLES =
      Set.of("PATH", "HOME", "USER", "LOGNAME", "TMPDIR", "LANG", "LC_ALL", "TZ");

  public Command {
    program = List.copyOf(program);
    environment = Map.copyOf(environment);
    if (program.isEmpty()) {
      throw new IllegalArgumentException("command " + name + " is empty; expected a program");
    }
  }

  /** A program without input, whose output goes to a log. */
  public static Command logged(String name, List<String> program, Path folder, Path log) {
    return new Command(name, program, childEnvironment(), folder, log, false, Optional.empty());
  }

  /** A program that the harness communicates with; only its standard error goes to the log. */
  public static Command interactive(String name, List<String> program, Path folder, Path log) {
    return new Command(name, program, childEnvironment(), folder, log, true, Optional.empty());
  }

  /** The same program with more variables. */
  public Command with(Map<String, String> variables) {
    Map<String, String> all = new TreeMap<>(environment);
    all.putAll(variables);
    return in(all);
  }

  /** The same program in another environment, for example the complete one of the user. */
  public Command in(Map<String, String> otherEnvironment) {
    return new Command(name, program, otherEnvironment, folder, log, interactive, group);
  }

  /** The same program in a control group that limits it; empty: in that of the harness. */
  public Command within(Optional<LimitGroup> limited) {
    return new Command(name, program, environment, folder, log, interactive, limited);
  }

  /**
   * The few inherited environment variables, so that a variable of the user's shell ({@code
   * JAVA_TOOL_OPTIONS}, {@code SPRING_…}) cannot change one arm or one machine.
   */
  private static Map<String, String> childEnvironment() {
    return System.getenv().entrySet().stream()
        .filter(variable -> INHERITED_VARIABLES.contains(variable.getKey()))
        .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  /** Named pipe for the input; null without input. */
  @Nullable Path input() {
    return interactive ? log.resolveSibling(log.getFileName() + ".input") : null;
  }
}
