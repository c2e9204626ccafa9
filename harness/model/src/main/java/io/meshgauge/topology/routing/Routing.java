package io.meshgauge.topology.routing;

import java.util.Optional;

/**
 * Where proxies send the requests for one service.
 *
 * @param canary a second version that gets a share of them; empty without one
 */
public record Routing(Optional<Canary> canary) {
  /** All requests to the one version. */
  public static final Routing AS_USUAL = new Routing(Optional.empty());
}
