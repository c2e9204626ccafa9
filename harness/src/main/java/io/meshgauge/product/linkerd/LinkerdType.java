package io.meshgauge.product.linkerd;

import io.meshgauge.measure.counter.Counters;
import io.meshgauge.topology.plane.ProxyType;

/** Linkerd's own proxy, which its control plane configures. */
public record LinkerdType() implements ProxyType {

  @Override
  public String program() {
    return "linkerd-proxy";
  }

  @Override
  public String readyPage() {
    return "/ready";
  }

  @Override
  public String countersPage() {
    return "/metrics";
  }

  @Override
  public Counters counters(String page, int readings) {
    return Counters.of(LinkerdPage.parse(page));
  }
}
