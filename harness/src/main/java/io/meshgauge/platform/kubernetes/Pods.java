package io.meshgauge.platform.kubernetes;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.Wait;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The wait until pods are ready, which ends as soon as it is clear that one never will be. That may
 * be any pod of the namespace: what a mesh's control plane makes there has no label of ours, and
 * the services need it.
 */
final class Pods {
  private static final Duration LOOK = Duration.ofMillis(250);
  private static final int LINES = 15;

  /** The services wait for everything else, so that what else crashes is the cause. */
  private static final Map<String, String> SERVICES =
      Map.of(KubernetesDeployment.TRIAL, "services");

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
   * @throws PlatformException saying which pods are not ready, and of the first what its container
   *     says and its events
   */
  List<Pod> awaitReady(Map<String, String> labels, int expected, Duration limit) {
    return new Wait(limit, LOOK)
        .until(
            () -> allReady(labels, expected),
            () ->
                "not ready within %d s: %s"
                    .formatted(limit.toSeconds(), missing(labels, expected)));
  }

  /**
   * Waits until as many pods as expected have an address, ready or not.
   *
   * @param labels that the pods have
   * @param expected how many
   * @param limit how long to wait
   * @return the pods, by name
   * @throws PlatformException saying which pods have none, and of the first what its container says
   *     and its events
   */
  List<Pod> awaitPlaced(Map<String, String> labels, int expected, Duration limit) {
    return new Wait(limit, LOOK)
        .until(
            () -> hopeful(labels, expected).filter(pods -> pods.stream().allMatch(Pods::placed)),
            () ->
                "without an address after %d s: %s"
                    .formatted(limit.toSeconds(), missing(labels, expected)));
  }

  private static boolean placed(Pod pod) {
    return pod.getStatus() != null && pod.getStatus().getPodIP() != null;
  }

  private Optional<List<Pod>> allReady(Map<String, String> labels, int expected) {
    return hopeful(labels, expected).filter(pods -> pods.stream().allMatch(PodStatusText::ready));
  }

  /**
   * The pods once there are as many as expected; an error when one of the namespace never starts.
   */
  private Optional<List<Pod>> hopeful(Map<String, String> labels, int expected) {
    List<Pod> all = list(Map.of());
    refuseHopeless(all);
    List<Pod> pods = all.stream().filter(pod -> labelled(pod, labels)).toList();
    return pods.size() == expected ? Optional.of(pods) : Optional.empty();
  }

  /**
   * Refuses to wait any longer when a pod of the namespace will never start, ours or the mesh's.
   *
   * @throws PlatformException naming the pod, and what its container says
   */
  void refuseHopeless() {
    refuseHopeless(list(Map.of()));
  }

  private void refuseHopeless(List<Pod> all) {
    all.stream()
        .sorted(Comparator.comparing(pod -> labelled(pod, SERVICES)))
        .filter(pod -> !PodStatusText.hopeless(pod).isEmpty())
        .findFirst()
        .ifPresent(
            pod -> {
              throw new PlatformException(
                  "not ready: pod %s: %s%s"
                      .formatted(
                          pod.getMetadata().getName(),
                          PodStatusText.hopeless(pod).get(0),
                          details(pod)));
            });
  }

  private static boolean labelled(Pod pod, Map<String, String> labels) {
    return Optional.ofNullable(pod.getMetadata().getLabels())
        .orElse(Map.of())
        .entrySet()
        .containsAll(labels.entrySet());
  }

  /** Pods that have these labels and are not on their way out, by name. */
  List<Pod> list(Map<String, String> labels) {
    return client.pods().inNamespace(namespace).withLabels(labels).list().getItems().stream()
        .filter(pod -> pod.getMetadata().getDeletionTimestamp() == null)
        .sorted((a, b) -> a.getMetadata().getName().compareTo(b.getMetadata().getName()))
        .toList();
  }

  /**
   * What is not ready of the whole namespace, those first that have crashed; the log and the events
   * of the first only, since the others mostly wait for it.
   */
  private String missing(Map<String, String> labels, int expected) {
    List<Pod> all = list(Map.of());
    long there = all.stream().filter(pod -> labelled(pod, labels)).count();
    List<Pod> unready =
        all.stream()
            .filter(pod -> !PodStatusText.ready(pod) && !PodStatusText.succeeded(pod))
            .sorted(Comparator.comparing(pod -> -PodStatusText.restarts(pod)))
            .toList();
    List<String> words = new ArrayList<>();
    if (there < expected) {
      words.add("%d of %d pods exist; events: %s".formatted(there, expected, events("", "")));
    }
    unready.forEach(pod -> words.add(PodStatusText.waiting(pod)));
    return String.join("; ", words) + unready.stream().findFirst().map(this::details).orElse("");
  }

  /** The pod's last events, and the last lines of its first container that is not ready. */
  private String details(Pod pod) {
    String name = pod.getMetadata().getName();
    String events = events("Pod", name);
    String log =
        PodStatusText.containers(pod)
            .filter(it -> !Boolean.TRUE.equals(it.getReady()))
            .map(it -> log(name, it.getName(), PodStatusText.restarted(it)))
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
                      || (name.equals(it.getInvolvedObject().getName())
                          && kind.equals(it.getInvolvedObject().getKind())))
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
    return log(pod, container, false);
  }

  /**
   * The same, of the run before when it was restarted: the new run has not said yet what is wrong.
   */
  private String log(String pod, String container, boolean before) {
    try {
      var chosen = client.pods().inNamespace(namespace).withName(pod).inContainer(container);
      String log =
          before
              ? chosen.terminated().tailingLines(LINES).getLog()
              : chosen.tailingLines(LINES).getLog();
      return log == null ? "" : log;
    } catch (KubernetesClientException e) {
      return "";
    }
  }
}
