package io.meshgauge.topology.routing;

import java.util.Optional;

/**
 * What proxies do with the requests for single services, and what else they are configured for.
 *
 * @param canary a second version that gets a share of them; empty without one
 * @param injection faults that are injected into calls; empty: none
 * @param size services and routes that no request uses
 */
public record Routing(
    Optional<Canary> canary, Optional<Injection> injection, ConfigurationSize size) {
  /** All requests to the one version. */
  public static final Routing AS_USUAL =
      new Routing(Optional.empty(), Optional.empty(), ConfigurationSize.AS_USUAL);

  /** The same of proxies that are configured with so much more. */
  public Routing sized(ConfigurationSize other) {
    return new Routing(canary, injection, other);
  }

  /** The same where a service was chosen for what names none. */
  public Routing at(Optional<String> usual) {
    return new Routing(
        canary.map(it -> new Canary(it.service().or(() -> usual), it.percent())),
        injection.map(it -> it.at(it.service().or(() -> usual))),
        size);
  }
}
