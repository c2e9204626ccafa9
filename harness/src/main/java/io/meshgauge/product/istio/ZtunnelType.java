package io.meshgauge.product.istio;

import io.meshgauge.measure.counter.Counters;
import io.meshgauge.topology.plane.ProxyType;

/** Istio's proxy of a node, which carries connections. */
public record ZtunnelType() implements ProxyType {

  @Override
  public String program() {
    return "ztunnel";
  }

  @Override
  public String readyPage() {
    return "/healthz/ready";
  }

  @Override
  public String countersPage() {
    return "/metrics";
  }

  @Override
  public Counters counters(String page, int readings) {
    return Counters.of(IstioPages.ztunnel(page));
  }
}
