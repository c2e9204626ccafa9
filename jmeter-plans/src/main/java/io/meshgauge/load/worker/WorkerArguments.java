package io.meshgauge.load.worker;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The command line of the load worker.
 *
 * @param plan the .jmx file to run
 * @param out the folder for its results
 * @param properties JMeter properties, from {@code -Jname=value}
 */
record WorkerArguments(Path plan, Path out, Map<String, String> properties) {

  static final String USAGE = "--plan FILE.jmx --out DIR [-Jname=value ...]";

  /**
   * Reads a command line.
   *
   * @throws IllegalArgumentException when it is not of the form {@link #USAGE}
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
      } else if ((word.equals("--plan") || word.equals("--out")) && !left.isEmpty()) {
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
    return new WorkerArguments(Path.of(plan), Path.of(out), properties);
  }

  /** The plan's file name without its ending. */
  String planName() {
    return plan.getFileName().toString().replaceFirst("\\.jmx$", "");
  }

  /** The given properties and those which tell the plan's recorder where to write. */
  Map<String, String> planProperties() {
    Map<String, String> all = new LinkedHashMap<>(properties);
    all.put("out", out.toString());
    all.put("plan", planName());
    return all;
  }
}
