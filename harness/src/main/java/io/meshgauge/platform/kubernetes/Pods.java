package io.meshgauge.platform.kubernetes;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.Wait;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The wait until pods are ready, which ends as soon as it is clear that one never will be. */
final class Pods {
  private static final Duration LOOK = Duration.ofMillis(500);
  private static final int LINES = 15;

  private final KubernetesClient client;
  private final String namespace;

  Pods(KubernetesClient client, String namespace) {
    this.client = client;
    this.namespace = namespace;
  }

  /**
   * Waits until as many pods as expected are there, and ready.
   *
   * @param labels that the pods have
   * @param expected how many
   * @param limit how long to wait
   * @return the pods, by name
   * @throws PlatformException saying which pod is not ready, what its container says, its events
   */
  List<Pod> awaitReady(Map<String, String> labels, int expected, Duration limit) {
    return new Wait(limit, LOOK)
        .until(
            () -> allReady(labels, expected),
            () ->
                "not ready within %d s: %s"
                    .formatted(limit.toSeconds(), missing(list(labels), expected)));
  }

  /**
   * Waits until as many pods as expected have an address, ready or not.
   *
   * @param labels that the pods have
   * @param expected how many
   * @param limit how long to wait
   * @return the pods, by name
   * @throws PlatformException saying which pod has none, what its container says, its events
   */
  List<Pod> awaitPlaced(Map<String, String> labels, int expected, Duration limit) {
    return new Wait(limit, LOOK)
        .until(
            () -> hopeful(labels, expected).filter(pods -> pods.stream().allMatch(Pods::placed)),
            () ->
                "without an address after %d s: %s"
                    .formatted(limit.toSeconds(), missing(list(labels), expected)));
  }

  private static boolean placed(Pod pod) {
    return pod.getStatus() != null && pod.getStatus().getPodIP() != null;
  }

  private Optional<List<Pod>> allReady(Map<String, String> labels, int expected) {
    return hopeful(labels, expected).filter(pods -> pods.stream().allMatch(PodWords::ready));
  }

  /** The pods once there are as many as expected; an error when one of them will never start. */
  private Optional<List<Pod>> hopeful(Map<String, String> labels, int expected) {
    List<Pod> pods = list(labels);
    for (Pod pod : pods) {
      List<PodWords.Hopeless> hopeless = PodWords.hopeless(pod);
      if (!hopeless.isEmpty()) {
        throw new PlatformException(
            "not ready: pod %s: %s%s"
                .formatted(pod.getMetadata().getName(), hopeless.get(0), details(pod)));
      }
    }
    return pods.size() == expected ? Optional.of(pods) : Optional.empty();
  }

  /** Pods that have these labels and are not on their way out, by name. */
  List<Pod> list(Map<String, String> labels) {
    return client.pods().inNamespace(namespace).withLabels(labels).list().getItems().stream()
        .filter(pod -> pod.getMetadata().getDeletionTimestamp() == null)
        .sorted((a, b) -> a.getMetadata().getName().compareTo(b.getMetadata().getName()))
        .toList();
  }

  private String missing(List<Pod> pods, int expected) {
    String unready =
        pods.stream()
            .filter(pod -> !PodWords.ready(pod))
            .map(pod -> PodWords.waiting(pod) + details(pod))
            .collect(Collectors.joining("; "));
    return pods.size() < expected
        ? "%d of %d pods exist%s; events: %s"
            .formatted(
                pods.size(), expected, unready.isEmpty() ? "" : "; " + unready, events("", ""))
        : unready;
  }

  /** The pod's last events and the last lines of its first unready container. */
  private String details(Pod pod) {
    String name = pod.getMetadata().getName();
    String events = events("Pod", name);
    String log =
        PodWords.containers(pod)
            .filter(it -> !Boolean.TRUE.equals(it.getReady()))
            .map(it -> log(name, it.getName()))
            .filter(it -> !it.isBlank())
            .findFirst()
            .map(it -> "\nLast lines of its log:\n  " + it.strip().replace("\n", "\n  "))
            .orElse("");
    return (events.isEmpty() ? "" : "\nEvents: " + events) + log;
  }

  private String events(String kind, String name) {
    try {
      return client.v1().events().inNamespace(namespace).list().getItems().stream()
          .filter(it -> "Warning".equals(it.getType()))
          .filter(
              it ->
                  name.isEmpty()
                      || name.equals(it.getInvolvedObject().getName())
                          && kind.equals(it.getInvolvedObject().getKind()))
          .map(it -> it.getReason() + ": " + it.getMessage())
          .distinct()
          .limit(4)
          .collect(Collectors.joining("; "));
    } catch (KubernetesClientException e) {
      return "";
    }
  }

  /** The last lines a container has written; empty when there are none. */
  String log(String pod, String container) {
    try {
      String log =
          client
              .pods()
              .inNamespace(namespace)
              .withName(pod)
              .inContainer(container)
              .tailingLines(LINES)
              .getLog();
      return log == null ? "" : log;
    } catch (KubernetesClientException e) {
      return "";
    }
  }
}
