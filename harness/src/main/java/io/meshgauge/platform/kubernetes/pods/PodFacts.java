package io.meshgauge.platform.kubernetes.pods;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What is known of pods by an application's manifests.
 *
 * @param ports port at which a pod serves the calls, by service
 * @param containers of a pod before a mesh adds its own, by service
 * @param unmeshed services whose manifests keep the mesh away
 */
public record PodFacts(
    Map<String, Integer> ports, Map<String, List<String>> containers, Set<String> unmeshed) {
  /** Of the project's manifests: a pod has one container, called as its service. */
  public static final PodFacts SHIPPED = new PodFacts(Map.of(), Map.of(), Set.of());

  public PodFacts {
    ports = Map.copyOf(ports);
    containers = Map.copyOf(containers);
    unmeshed = Set.copyOf(unmeshed);
  }

  /** Names of the containers of a service's pods, without those of a mesh. */
  public List<String> containers(String service) {
    return containers.getOrDefault(service, List.of(service));
  }
}
