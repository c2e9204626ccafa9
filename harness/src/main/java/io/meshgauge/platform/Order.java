package io.meshgauge.platform;

import io.meshgauge.measure.limit.Limits;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.design.Design;
import io.meshgauge.topology.node.NodePlacement;
import java.nio.file.Path;
import java.util.Map;

/**
 * A deployment to be made.
 *
 * @param topology of services and hops
 * @param design the data plane between them
 * @param knobs settings of the services by name, for example {@code payload-bytes}; a name with a
 *     dot is passed as a property
 * @param identities folder of the run's key material
 * @param workingFolder for the run's working files; created when absent
 * @param logs folder for the logs of all workloads; created when absent
 * @param limits of CPU and memory of its processes
 * @param placement of its workloads on the nodes of a cluster
 */
public record Order(
    Topology topology,
    Design design,
    Map<String, String> knobs,
    Path identities,
    Path workingFolder,
    Path logs,
    Limits limits,
    NodePlacement placement) {

  public Order {
    knobs = Map.copyOf(knobs);
  }

  /** A deployment without limits, spread over the nodes. */
  public Order(
      Topology topology,
      Design design,
      Map<String, String> knobs,
      Path identities,
      Path workingFolder,
      Path logs) {
    this(
        topology,
        design,
        knobs,
        identities,
        workingFolder,
        logs,
        Limits.NONE,
        NodePlacement.spread(0));
  }
}
