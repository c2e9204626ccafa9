package io.meshgauge.product.istio;

import io.meshgauge.measure.counter.CounterSource;
import io.meshgauge.measure.counter.Counters;
import io.meshgauge.product.envoy.EnvoyControl;
import io.meshgauge.product.envoy.EnvoyType;
import io.meshgauge.topology.plane.ProxyControl;
import io.meshgauge.topology.plane.ProxyTotal;
import java.util.Map;
import java.util.Optional;

/** Istio's Envoy as a waypoint, observed by the page that includes Istio's own metrics. */
public record WaypointType() implements IstioEnvoy {

  @Override
  public Counters counters(String page, int readings) {
    return Counters.of(IstioPages.waypoint(page));
  }

  @Override
  public Map<ProxyTotal, CounterSource> totals() {
    return new EnvoyType().totals();
  }

  @Override
  public Optional<ProxyControl> control() {
    return Optional.of(new EnvoyControl(""));
  }
}
