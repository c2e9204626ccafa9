package io.meshgauge.platform.kubernetes.pods;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.Wait;
import io.meshgauge.platform.kubernetes.api.ApiServer;
import io.meshgauge.platform.kubernetes.api.PodAccess;
import io.meshgauge.platform.kubernetes.manifest.Labels;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Waits for pods to become ready, and fails early if a pod never will. That may be any pod of the
 * namespace, because services also need pods that a mesh's control plane creates without our
 * labels.
 */
public final class Pods {
  private static final Duration POLL_INTERVAL = Duration.ofMillis(250);
  private static final int MAX_LOG_LINES = 15;

  private final KubernetesClient client;
  private final String namespace;

  public Pods(KubernetesClient client, String namespace) {
    this.client = client;
    this.namespace = namespace;
  }

  /**
   * Waits until the expected number of pods is ready.
   *
   * @param labels of the pods
   * @param expected their number
   * @return the pods, by name
   * @throws PlatformException naming the pods that are not ready, with log and events of the first
   */
  public List<Pod> awaitReady(Map<String, String> labels, int expected, Duration limit) {
    return new Wait(limit, POLL_INTERVAL)
        .until(
            () -> allReady(labels, expected),
            () ->
                "not ready within %d s: %s"
                    .formatted(limit.toSeconds(), missing(labels, expected)));
  }

  /**
   * Waits until the expected number of pods has an address, ready or not.
   *
   * @param labels of the pods
   * @param expected their number
   * @return the pods, by name
   * @throws PlatformException naming the pods without one, with log and events of the first
   */
  public List<Pod> awaitPlaced(Map<String, String> labels, int expected, Duration limit) {
    return new Wait(limit, POLL_INTERVAL)
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
   * The pods if their number is as expected; an error if a pod of the namespace will never start.
   */
  private Optional<List<Pod>> hopeful(Map<String, String> labels, int expected) {
    List<Pod> all = list(Map.of());
    refuseHopeless(all);
    List<Pod> pods = all.stream().filter(pod -> labelled(pod, labels)).toList();
    return pods.size() == expected ? Optional.of(pods) : Optional.empty();
  }

  /**
   * Fails if a pod of the namespace, of the experiment or the mesh, will never start.
   *
   * @throws PlatformException naming the pod, with its log
   */
  public void refuseHopeless() {
    refuseHopeless(list(Map.of()));
  }

  private void refuseHopeless(List<Pod> all) {
    // Services wait for all other pods, so a crash of another pod is the cause of theirs.
    all.stream()
        .sorted(Comparator.comparing(pod -> labelled(pod, Labels.SERVICES)))
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

  /** Pods with these labels that are not being deleted, by name. */
  public List<Pod> list(Map<String, String> labels) {
    return client.pods().inNamespace(namespace).withLabels(labels).list().getItems().stream()
        .filter(pod -> pod.getMetadata().getDeletionTimestamp() == null)
        .sorted((a, b) -> a.getMetadata().getName().compareTo(b.getMetadata().getName()))
        .toList();
  }

  /**
   * The pods of the namespace that are not ready, crashed ones first, with log and events of the
   * first only, since the others mostly wait for it.
   */
  private String missing(Map<String, String> labels, int expected) {
    List<Pod> all = list(Map.of());
    long there = all.stream().filter(pod -> labelled(pod, labels)).count();
    List<Pod> unready =
        all.stream()
            .filter(pod -> !PodStatusText.ready(pod) && !PodStatusText.succeeded(pod))
            .sorted(Comparator.comparing(pod -> -PodStatusText.restarts(pod)))
            .toList();
    List<String> reasons = new ArrayList<>();
    if (there < expected) {
      reasons.add("%d of %d pods exist; events: %s".formatted(there, expected, events("", "")));
    }
    unready.forEach(pod -> reasons.add(PodStatusText.waiting(pod)));
    return String.join("; ", reasons) + unready.stream().findFirst().map(this::details).orElse("");
  }

  /** The pod's last events, and the last lines of its first container that is not ready. */
  private String details(Pod pod) {
    String name = pod.getMetadata().getName();
    String events = events("Pod", name);
    // Its node may be what fails.
    try (KubernetesClient impatient = ApiServer.impatient(client)) {
      String log =
          PodStatusText.containers(pod)
              .filter(it -> !Boolean.TRUE.equals(it.getReady()))
              .map(it -> log(impatient, name, it.getName(), PodStatusText.restarted(it)))
              .filter(it -> !it.isBlank())
              .findFirst()
              .map(it -> "\nLast lines of its log:\n  " + it.strip().replace("\n", "\n  "))
              .orElse("");
      return (events.isEmpty() ? "" : "\nEvents: " + events) + log;
    }
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

  /** The last lines of a container's log; may be empty. */
  public String log(String pod, String container) {
    return log(client, pod, container, false);
  }

  /**
   * The last lines of its log, before the restart if there was one: the new container has not
   * failed yet.
   */
  private String log(KubernetesClient from, String pod, String container, boolean before) {
    try {
      return new PodAccess(from, namespace).lastLines(pod, container, before, MAX_LOG_LINES);
    } catch (KubernetesClientException e) {
      return "";
    }
  }
}
