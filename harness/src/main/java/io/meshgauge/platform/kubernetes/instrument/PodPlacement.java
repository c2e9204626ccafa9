package io.meshgauge.platform.kubernetes.instrument;

import io.meshgauge.measure.use.Part;
import io.meshgauge.platform.kubernetes.objects.WorkerJobs;
import io.meshgauge.platform.kubernetes.pods.PodRegistry.Container;
import io.meshgauge.topology.Topology;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * Nodes of services and workloads, at the time of the call.
 *
 * @param containers of the deployment
 */
public record PodPlacement(Supplier<List<Container>> containers) {
  private static final String BALANCER = "-balancer";

  /** Node of each service: of its load balancer if it has one, else of its own pod. */
  Map<String, String> ofServices() {
    Map<String, String> nodes = new HashMap<>();
    for (Container container : containers.get()) {
      if (container.part() == Part.APPLICATION) {
        nodes.putIfAbsent(container.name(), container.node());
      } else if (container.name().endsWith(BALANCER)) {
        nodes.put(container.name().replaceFirst(BALANCER + "$", ""), container.node());
      }
    }
    return nodes;
  }

  /** The workload that is bound to a node with a container; load workers are bound one by one. */
  public static String bound(Container container) {
    return Optional.of(container.name())
        .filter(unused -> container.part() == Part.LOAD)
        .flatMap(WorkerJobs::workload)
        .orElseGet(() -> workload(container));
  }

  /** The workload of a container: of a replica its service, of a load worker the load. */
  private static String workload(Container container) {
    return switch (container.part()) {
      case APPLICATION -> container.name().replaceFirst("-\\d+$", "");
      case LOAD -> Topology.LOAD;
      default -> container.name();
    };
  }

  /** Nodes of each workload, including all replicas and load workers. */
  Map<String, Set<String>> ofWorkloads() {
    Map<String, Set<String>> nodes = new HashMap<>();
    for (Container container : containers.get()) {
      nodes.computeIfAbsent(workload(container), it -> new TreeSet<>()).add(container.node());
    }
    return nodes;
  }
}
