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
        "connections, load-workers, noise-floor, slo.METRIC; and for",
        "clusters: kube.context, kube.namespace, kube.image-prefix, kube.image-tag,",
        "kube.PROGRAM-image (a proxy, iperf3 or prometheus),",
        "kube.install-mesh, kube.mesh-values, kube.yes-load-this-cluster."
      })
  private Map<String, String> values = new LinkedHashMap<>();

  @Option(
      names = "--yes-load-this-cluster",
      description = "Send load to a cluster even where its name looks like production.")
  private boolean loadAnyway;

  @Option(
      names = "--install-mesh",
      description = {
        "Have a mesh that is not on the cluster installed by its vendor's tool, and taken",
        "away again in the end; -Dkube.mesh-values=FILE is given to the tool."
      })
  private boolean installMesh;

  Overrides over(CliContext desk) {
    Map<String, String> all = new LinkedHashMap<>(values);
    if (loadAnyway) {
      all.put(Overrides.LOAD_ANYWAY, "true");
    }
    if (installMesh) {
      all.put(Overrides.INSTALL_MESH, "true");
    }
    return desk.overrides(all);
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
