package io.meshgauge.product.traefik;

import io.meshgauge.measure.Counters;
import io.meshgauge.probe.PrometheusText;
import io.meshgauge.probe.Sample;
import io.meshgauge.topology.ProgramSpec;
import io.meshgauge.topology.ProxyLaunch;
import io.meshgauge.topology.ProxyType;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Traefik, observed by its Prometheus metrics. */
public record TraefikType() implements ProxyType {
  public static final ProgramSpec PROGRAM =
      ProgramSpec.installed(
          "traefik",
          "MESHGAUGE_TRAEFIK",
          "mesh traefik requires version 3.6 or later. Download a release, or build the Go module"
              + " github.com/traefik/traefik/v3",
          new ProgramSpec.Version("version", "Version:\\s*(\\S+)"),
          "traefik:v3.6.12");

  static final String METRICS = "/metrics";

  @Override
  public String program() {
    return PROGRAM.name();
  }

  @Override
  public String configSuffix() {
    return "yaml";
  }

  @Override
  public String readyPage() {
    return "/ping";
  }

  @Override
  public String countersPage() {
    return METRICS;
  }

  /** Sums by metric and entry point, or by metric and service. */
  @Override
  public Counters counters(String page, int readings) {
    Map<String, Double> values = new TreeMap<>();
    for (Sample sample : PrometheusText.parse(page)) {
      String of = sample.label("entrypoint") + sample.label("service");
      if (sample.name().startsWith("traefik_") && !of.isEmpty()) {
        values.merge(sample.name() + "." + of, sample.value(), Double::sum);
      }
    }
    return Counters.of(values);
  }

  @Override
  public List<String> command(ProxyLaunch launch) {
    return List.of(
        // Go's only setting for the number of threads that run code at the same time.
        "env",
        "GOMAXPROCS=" + launch.workers(),
        launch.program().toString(),
        "--providers.file.filename=" + launch.config(),
        "--ping=true",
        "--metrics.prometheus=true",
        "--log.level=WARN",
        "--global.checkNewVersion=false",
        "--global.sendAnonymousUsage=false");
  }
}
