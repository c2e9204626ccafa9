package io.meshgauge.platform.kubernetes;

import io.fabric8.kubernetes.api.model.Pod;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.ClusterDesign.Collector;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;

/**
 * Pods of the telemetry collectors. They start first: spans and metrics sent before they are ready
 * would be lost.
 *
 * @param forward opens a port-forward to a pod
 */
record CollectorPods(
    Manifests manifests,
    Applied applied,
    PodRegistry registry,
    BiFunction<Pod, Integer, Address> forward) {
  private static final Duration TIMEOUT = Duration.ofSeconds(120);
  private static final String NAME_LABEL = "app";

  /** Starts all of them and waits until they are ready; their addresses on this machine by name. */
  Map<String, Address> start(List<Collector> collectors, Pods pods) {
    collectors.forEach(it -> applied.apply(manifests.collector(it)));
    Map<String, Address> addresses = new TreeMap<>();
    for (Collector collector : collectors) {
      Map<String, String> labels =
          Map.of(
              KubernetesDeployment.TRIAL,
              KubernetesDeployment.TELEMETRY,
              NAME_LABEL,
              collector.name());
      Pod pod = pods.awaitReady(labels, 1, TIMEOUT).get(0);
      Address address = forward.apply(pod, collector.port());
      addresses.put(collector.name(), address);
      registry.collector(collector.name(), pod, address);
    }
    return addresses;
  }
}
