package io.meshgauge.product.envoy;

import io.meshgauge.measure.counter.Counters;
import io.meshgauge.product.PolicySettings;
import io.meshgauge.topology.plane.ProxyLaunch;
import io.meshgauge.topology.plane.ProxyType;
import java.util.ArrayList;
import java.util.List;

/**
 * The project's decision point, which a proxy asks whether to admit a request; its pages have
 * Envoy's format.
 */
public record DecisionPointType() implements ProxyType {

  @Override
  public String program() {
    return PolicySettings.DECISION_POINT;
  }

  @Override
  public String configSuffix() {
    return "json";
  }

  @Override
  public String readyPage() {
    return "/ready";
  }

  @Override
  public String countersPage() {
    return "/stats";
  }

  @Override
  public Counters counters(String page, int readings) {
    return EnvoyType.counters(page);
  }

  @Override
  public List<String> command(ProxyLaunch launch) {
    List<String> command = new ArrayList<>(launch.java());
    command.addAll(List.of("-jar", launch.program().toString(), launch.config().toString()));
    return command;
  }
}
