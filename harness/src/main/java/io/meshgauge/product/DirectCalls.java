package io.meshgauge.product;

import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Telemetry;
import io.meshgauge.experiment.Variant;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.Topology;
import java.util.Optional;

/** Whether the load can call services behind the entry, as the plan {@code grpc} does. */
public final class DirectCalls {
  private DirectCalls() {}

  /**
   * Why it cannot under a variant; empty when it can.
   *
   * <p>Policies, TLS before the entry and traces are about what enters at the entry, and answers
   * that proxies give instead of a service are proven by statuses of HTTP.
   */
  public static Optional<String> objection(
      Product product, Variant variant, PlatformKind platform) {
    Guarantees claims = product.claims(variant);
    if (platform == PlatformKind.KUBERNETES && !product.design(variant).calledDirectly()) {
      return Optional.of("its manifests let the load call %s only".formatted(Topology.ENTRY));
    }
    if (claims.policed()) {
      return Optional.of("its policy is of requests to " + Topology.ENTRY);
    }
    if (claims.encryption() == Guarantees.Encryption.AT_ENTRY) {
      return Optional.of("its TLS ends before " + Topology.ENTRY);
    }
    Telemetry telemetry = Telemetry.of(variant);
    if (telemetry.traces()) {
      return Optional.of("its traces are proven from %s on".formatted(Topology.ENTRY));
    }
    if (platform == PlatformKind.KUBERNETES && telemetry.logs()) {
      return Optional.of("its access logs are proven by listener, and both calls leave by one");
    }
    return TrafficSettings.of(variant).answers()
        ? Optional.of("what its proxies answer by themselves is proven by statuses of HTTP")
        : Optional.empty();
  }
}
