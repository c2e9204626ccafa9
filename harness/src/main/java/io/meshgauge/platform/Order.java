package io.meshgauge.platform;

import io.meshgauge.topology.Design;
import io.meshgauge.topology.Topology;
import java.nio.file.Path;
import java.util.Map;

/**
 * What is to be deployed.
 *
 * @param topology who talks to whom
 * @param design the data plane between them
 * @param knobs knobs of the services by name, for example {@code payload-bytes}; a name with a dot
 *     is a property of the services as it is
 * @param identities folder of the run's key material
 * @param workingFolder where the run keeps its working files; created when absent
 * @param logs folder for what is left of each workload; created when absent
 */
public record Order(
    Topology topology,
    Design design,
    Map<String, String> knobs,
    Path identities,
    Path workingFolder,
    Path logs) {

  public Order {
    knobs = Map.copyOf(knobs);
  }
}
