package io.meshgauge.cli;

import io.meshgauge.config.Overrides;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** The {@code -D} options that come last, over what file or profile say. */
final class OverrideOptions {
  @Option(
      names = "-D",
      paramLabel = "NAME=VALUE",
      mapFallbackValue = "",
      description = {
        "Override a setting, for example -Drate=200 -Dslo.response_p99=50ms. Names:",
        "name, platform, seed, rate, duration, replicates, plans, arrival, warmup,",
        "connections, noise-floor, slo.METRIC."
      })
  private Map<String, String> values = new LinkedHashMap<>();

  Overrides over(Desk desk) {
    return desk.overrides(values);
  }

  /** The overrides as they are typed, each after a space. */
  static String typed(Overrides overrides) {
    return overrides.values().entrySet().stream()
        .map(entry -> " " + quoted("-D" + entry.getKey() + "=" + entry.getValue()))
        .collect(Collectors.joining());
  }

  /** A word as a shell takes it. */
  static String quoted(String word) {
    return word.matches("[\\w@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
