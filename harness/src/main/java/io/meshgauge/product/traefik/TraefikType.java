package io.meshgauge.product.traefik;

import io.meshgauge.measure.counter.Counters;
import io.meshgauge.probe.PrometheusText;
import io.meshgauge.probe.Sample;
import io.meshgauge.topology.plane.ProxyLaunch;
import io.meshgauge.topology.plane.ProxyType;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Traefik, observed by its Prometheus metrics. */
public record TraefikType() implements ProxyType {
  static final String METRICS = "/metrics";

  @Override
  public String program() {
    return "traefik";
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
