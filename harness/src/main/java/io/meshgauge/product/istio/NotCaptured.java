package io.meshgauge.product.istio;

import io.meshgauge.experiment.Variant;
import io.meshgauge.product.Setting;
import io.meshgauge.topology.Topology;
import java.util.List;
import java.util.stream.Stream;

/**
 * The fault of ambient mode that can be asked for, on any platform: a service whose traffic is not
 * led to the proxies, while that is still claimed.
 */
public final class NotCaptured {
  private static final String NAME = "fault";
  private static final String PREFIX = "not-captured:";

  private NotCaptured() {}

  /** The setting, of the services of some topologies. */
  public static Setting among(Topology... topologies) {
    return Setting.oneOf(
        NAME,
        Stream.of(topologies)
            .flatMap(topology -> topology.services().stream())
            .map(PREFIX::concat)
            .toList());
  }

  /**
   * The setting on a cluster, where only a service that calls no other can be left out: the peers
   * of any other refuse its calls, since mutual TLS is STRICT, so that it never gets ready.
   */
  public static Setting onCluster(Topology topology) {
    List<String> possible =
        topology.services().stream()
            .filter(service -> topology.from(service).isEmpty())
            .map(PREFIX::concat)
            .toList();
    return new Setting(
        NAME,
        "one of %s; ztunnel refuses the calls of any other service that is not in the mesh, so that it never gets ready and nothing is measured"
            .formatted(String.join(", ", possible)),
        possible::contains);
  }

  /** The service that a variant leaves out; empty where it leaves out none. */
  public static String of(Variant variant) {
    String fault = variant.setting(NAME, "");
    return fault.startsWith(PREFIX) ? fault.substring(PREFIX.length()) : "";
  }
}
