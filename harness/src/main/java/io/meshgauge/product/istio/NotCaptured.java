package io.meshgauge.product.istio;

import io.meshgauge.experiment.Variant;
import io.meshgauge.product.Setting;
import io.meshgauge.topology.Topology;
import java.util.List;
import java.util.stream.Stream;

/**
 * Deliberate misconfiguration of ambient mode on any platform: a service whose traffic bypasses the
 * proxies while capture is still claimed.
 */
public final class NotCaptured {
  private static final String NAME = "fault";
  private static final String PREFIX = "not-captured:";

  private NotCaptured() {}

  /** The setting, with the services of some topologies as values. */
  public static Setting among(Topology... topologies) {
    return Setting.oneOf(
        NAME,
        Stream.of(topologies)
            .flatMap(topology -> topology.services().stream())
            .map(PREFIX::concat)
            .toList());
  }

  /**
   * The setting on a cluster. Only a service that calls no other can be excluded: the peers of any
   * other refuse its calls, since mutual TLS is STRICT, so that it never gets ready.
   */
  public static Setting onCluster(Topology topology) {
    List<String> possible =
        topology.services().stream()
            .filter(service -> topology.from(service).isEmpty())
            .map(PREFIX::concat)
            .toList();
    return new Setting(
        NAME,
        "one of %s; ztunnel refuses the calls of any other service outside the mesh, so that the service would never get ready"
            .formatted(String.join(", ", possible)),
        possible::contains);
  }

  /** The service that a variant excludes; empty if none. */
  public static String of(Variant variant) {
    String fault = variant.setting(NAME, "");
    return fault.startsWith(PREFIX) ? fault.substring(PREFIX.length()) : "";
  }
}
