package io.meshgauge.platform.local;

import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The environment variables of what is measured: few and named, so that a variable of the user's
 * shell ({@code JAVA_TOOL_OPTIONS}, {@code SPRING_…}) cannot change one arm or one machine.
 */
final class ChildEnvironment {
  private static final Set<String> KEPT =
      Set.of("PATH", "HOME", "USER", "LOGNAME", "TMPDIR", "LANG", "LC_ALL", "TZ");

  private ChildEnvironment() {}

  static Map<String, String> plain() {
    return System.getenv().entrySet().stream()
        .filter(variable -> KEPT.contains(variable.getKey()))
        .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
  }
}
