package io.meshgauge.product.balancer;

import io.meshgauge.topology.plane.ConfigFile;
import io.meshgauge.topology.plane.DynamicConfig.Drain;
import java.util.List;
import java.util.Map;

/**
 * How a running balancer stops choosing a replica, which goes on serving.
 *
 * @param values what its template needs for that
 * @param files that it reads in addition to its configuration
 * @param drains one per replica
 */
public record Drainage(Map<String, Object> values, List<ConfigFile> files, List<Drain> drains) {
  /** It does not drain. */
  public static final Drainage NONE = new Drainage(Map.of(), List.of(), List.of());

  public Drainage {
    values = Map.copyOf(values);
    files = List.copyOf(files);
    drains = List.copyOf(drains);
  }

  /** The value of its templates; false where it does not drain. */
  Object templateValue() {
    return values.isEmpty() ? false : values;
  }
}
