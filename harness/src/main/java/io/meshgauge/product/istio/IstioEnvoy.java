package io.meshgauge.product.istio;

import io.meshgauge.product.envoy.EnvoyType;
import io.meshgauge.topology.plane.ProxyType;

/** Istio's Envoy, observed by the page that includes Istio's own metrics. */
interface IstioEnvoy extends ProxyType {

  @Override
  default String program() {
    return new EnvoyType().program();
  }

  @Override
  default String readyPage() {
    return "/ready";
  }

  @Override
  default String countersPage() {
    return "/stats/prometheus";
  }
}
