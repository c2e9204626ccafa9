package io.meshgauge.cli;

import io.meshgauge.config.Overrides;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** The {@code -D} options, which override file and profile. */
final class OverrideOptions {
  @Option(
      names = "-D",
      paramLabel = "NAME=VALUE",
      mapFallbackValue = "",
      description = {
        "Override a setting, for example -Drate=200 -Dslo.response_p99=50ms.",
        "Names: name, platform, seed, time, effect, rate, duration, windows, replicates, plans, "
            + "arrival, warmup, connections, load-workers, noise-floor, send-lag, slo.METRIC.",
        "For clusters, as -Dkube.NAME: context, namespace, image-prefix, image-tag, PROGRAM-image "
            + "(a proxy, iperf3 or prometheus), install-mesh, mesh-values, yes-load-this-cluster."
      })
  private Map<String, String> values = new LinkedHashMap<>();

  @Option(
      names = "--yes-load-this-cluster",
      description = "Send load to a cluster even if its name looks like production.")
  private boolean loadAnyway;

  @Option(
      names = "--install-mesh",
      description =
          "Install a missing mesh with its vendor's tool, and uninstall it at the end; "
              + "-Dkube.mesh-values=FILE is passed to the tool.")
  private boolean installMesh;

  Overrides over(CliContext context) {
    Map<String, String> all = new LinkedHashMap<>(values);
    if (loadAnyway) {
      all.put(Overrides.LOAD_ANYWAY, "true");
    }
    if (installMesh) {
      all.put(Overrides.INSTALL_MESH, "true");
    }
    return context.overrides(all);
  }

  /** The overrides as command-line arguments, each preceded by a space. */
  static String typed(Overrides overrides) {
    return overrides.values().entrySet().stream()
        .map(entry -> " " + quoted("-D" + entry.getKey() + "=" + entry.getValue()))
        .collect(Collectors.joining());
  }

  /** Names as command-line arguments, each preceded by a space. */
  static String typed(List<String> names) {
    return names.stream().map(name -> " " + quoted(name)).collect(Collectors.joining());
  }

  /** An argument quoted for a shell. */
  static String quoted(String argument) {
    return argument.matches("[\\w@%+=:,./-]+")
        ? argument
        : "'" + argument.replace("'", "'\\''") + "'";
  }
}
