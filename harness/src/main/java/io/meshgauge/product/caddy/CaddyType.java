package io.meshgauge.product.caddy;

import io.meshgauge.measure.counter.Counters;
import io.meshgauge.probe.PrometheusText;
import io.meshgauge.probe.Sample;
import io.meshgauge.topology.plane.ProxyLaunch;
import io.meshgauge.topology.plane.ProxyType;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Caddy, observed by its administration interface. */
public record CaddyType() implements ProxyType {
  static final String METRICS = "/metrics";

  @Override
  public String program() {
    return "caddy";
  }

  @Override
  public String configSuffix() {
    return "caddyfile";
  }

  /** The configuration is exposed once all of it has been started. */
  @Override
  public String readyPage() {
    return "/config/apps/http";
  }

  @Override
  public String countersPage() {
    return METRICS;
  }

  /** Sums by metric and server, for example {@code caddy_http_requests_total.srv0}. */
  @Override
  public Counters counters(String page, int readings) {
    Map<String, Double> values = new TreeMap<>();
    for (Sample sample : PrometheusText.parse(page)) {
      String server = sample.label("server");
      if (sample.name().startsWith("caddy_http_") && !server.isEmpty()) {
        values.merge(sample.name() + "." + server, sample.value(), Double::sum);
      }
    }
    return Counters.of(values);
  }

  @Override
  public List<String> command(ProxyLaunch launch) {
    return List.of(
        "env",
        // Go's only setting for the number of threads that run code at the same time.
        "GOMAXPROCS=" + launch.workers(),
        // Caddy stores its state there, by default in the user's home.
        "XDG_DATA_HOME=" + launch.config().toAbsolutePath().getParent(),
        launch.program().toString(),
        "run",
        "--adapter",
        "caddyfile",
        "--config",
        launch.config().toString());
  }
}
