package io.meshgauge.platform.kubernetes;

import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Addresses of workloads' pods as they were when the deployment was ready. */
final class PodAddresses {
  private final SortedMap<String, String> hosts = new TreeMap<>();

  /** Records the address of a pod. */
  void put(Pod pod) {
    hosts.put(Replicas.workload(pod), pod.getStatus().getPodIP());
  }

  /** Addresses by workload. */
  Map<String, String> all() {
    return hosts;
  }

  /** Pods that have ended or were replaced, one text each. */
  List<String> ended(Collection<Pod> pods) {
    List<String> ended = new ArrayList<>();
    pods.forEach(pod -> PodStatusText.ended(pod).ifPresent(ended::add));
    hosts.forEach(
        (workload, host) -> {
          if (pods.stream().noneMatch(it -> isAt(it, workload, host))) {
            ended.add("the pod of %s was replaced".formatted(workload));
          }
        });
    return ended;
  }

  private static boolean isAt(Pod pod, String workload, String host) {
    return workload.equals(Replicas.workload(pod)) && host.equals(pod.getStatus().getPodIP());
  }
}
