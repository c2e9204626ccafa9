package io.meshgauge.mesh.istio;

import io.meshgauge.experiment.Variant;
import io.meshgauge.mesh.Setting;
import io.meshgauge.topology.Topology;
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

  /** The service that a variant leaves out; empty where it leaves out none. */
  public static String of(Variant variant) {
    String fault = variant.setting(NAME, "");
    return fault.startsWith(PREFIX) ? fault.substring(PREFIX.length()) : "";
  }
}
