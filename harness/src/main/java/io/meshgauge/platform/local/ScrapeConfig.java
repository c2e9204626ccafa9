package io.meshgauge.platform.local;

import io.meshgauge.measure.use.Part;
import io.meshgauge.platform.Workload;
import java.time.Duration;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Configuration of a Prometheus that scrapes the services and proxies of a deployment.
 *
 * <p>Jobs and labels equal those of {@code k8s/telemetry/prometheus.yaml}, so one dashboard shows
 * both.
 *
 * @param workloads services and proxies
 * @param interval between two scrapes, whole seconds
 */
record ScrapeConfig(List<Workload> workloads, Duration interval) {
  private static final long MAX_TIMEOUT_SECONDS = 10;

  ScrapeConfig {
    workloads = List.copyOf(workloads);
  }

  /** The whole file, YAML. */
  String text() {
    long seconds = interval.toSeconds();
    StringBuilder text = new StringBuilder();
    text.append("global:\n");
    text.append("  scrape_interval: %ds\n".formatted(seconds));
    text.append("  scrape_timeout: %ds\n".formatted(Math.min(MAX_TIMEOUT_SECONDS, seconds)));
    text.append("scrape_configs:\n");
    workloads.stream()
        .filter(it -> it.part() == Part.APPLICATION && !it.metrics().isEmpty())
        .collect(Collectors.groupingBy(Workload::metrics, TreeMap::new, Collectors.toList()))
        .forEach((path, services) -> job(text, "services", path, services));
    job(
        text,
        "proxies",
        "/stats/prometheus",
        workloads.stream().filter(it -> it.part() == Part.DATA_PLANE).toList());
    return text.toString();
  }

  private static void job(StringBuilder text, String name, String path, List<Workload> read) {
    if (read.isEmpty()) {
      return;
    }
    text.append("- job_name: %s\n  metrics_path: %s\n".formatted(name, path));
    text.append("  static_configs:\n");
    for (Workload workload : read) {
      text.append(
          "  - targets: [\"%s\"]\n    labels: {workload: \"%s\"}\n"
              .formatted(workload.management(), workload.name()));
    }
  }
}
