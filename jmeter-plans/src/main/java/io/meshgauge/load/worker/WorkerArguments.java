package io.meshgauge.load.worker;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The command line of the load worker.
 *
 * @param plan the .jmx file to run
 * @param out the folder for its results
 * @param serve the port for HTTP, 0 for any free one; empty for standard input and output
 * @param properties JMeter properties, from {@code -Jname=value}
 */
record WorkerArguments(Path plan, Path out, OptionalInt serve, Map<String, String> properties) {

  static final String USAGE = "--plan FILE.jmx --out DIR [--serve PORT] [-Jname=value ...]";

  private static final Set<String> OPTIONS = Set.of("--plan", "--out", "--serve");

  /**
   * Reads a command line.
   *
   * @throws IllegalArgumentException if it does not match {@link #USAGE}
   */
  static WorkerArguments parse(String... arguments) {
    Deque<String> left = new ArrayDeque<>(List.of(arguments));
    Map<String, String> properties = new LinkedHashMap<>();
    Map<String, String> options = new LinkedHashMap<>();
    while (!left.isEmpty()) {
      String word = left.remove();
      if (word.startsWith("-J") && word.indexOf('=') > 2) {
        int equals = word.indexOf('=');
        properties.put(word.substring(2, equals), word.substring(equals + 1));
      } else if (OPTIONS.contains(word) && !left.isEmpty()) {
        options.put(word, left.remove());
      } else {
        throw new IllegalArgumentException(
            "The argument '" + word + "' is not understood. Expected: " + USAGE);
      }
    }
    String plan = options.get("--plan");
    String out = options.get("--out");
    if (plan == null || out == null) {
      throw new IllegalArgumentException("--plan and --out are both needed. Expected: " + USAGE);
    }
    return new WorkerArguments(
        Path.of(plan), Path.of(out), port(options.get("--serve")), properties);
  }

  private static OptionalInt port(@Nullable String text) {
    if (text == null) {
      return OptionalInt.empty();
    }
    if (!text.matches("\\d{1,5}") || Integer.parseInt(text) > 65_535) {
      throw new IllegalArgumentException(
          "--serve is a port from 0 to 65535, not '" + text + "'. Expected: " + USAGE);
    }
    return OptionalInt.of(Integer.parseInt(text));
  }

  /** The plan's file name without its extension. */
  String planName() {
    return plan.getFileName().toString().replaceFirst("\\.jmx$", "");
  }

  /** The given properties, and those of the plan's recorder. */
  Map<String, String> planProperties() {
    Map<String, String> all = new LinkedHashMap<>(properties);
    all.put("out", out.toString());
    all.put("plan", planName());
    return all;
  }
}
