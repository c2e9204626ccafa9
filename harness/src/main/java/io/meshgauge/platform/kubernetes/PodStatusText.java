package io.meshgauge.platform.kubernetes;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStateWaiting;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a pod's status says, in words. */
final class PodStatusText {
  private static final String CRASHED = "CrashLoopBackOff";

  /** Reasons for which a container waits in vain. */
  private static final Set<String> HOPELESS =
      Set.of(
          "ErrImageNeverPull",
          "ImagePullBackOff",
          "InvalidImageName",
          CRASHED,
          "CreateContainerConfigError",
          "CreateContainerError",
          "RunContainerError");

  /** What a busy node says of its own delays; the kubelet tries again by itself. */
  private static final List<String> DELAYS =
      List.of("timed out waiting for the condition", "context deadline exceeded");

  private PodStatusText() {}

  /** Whether all of its containers have done what they were to do, and ended. */
  static boolean succeeded(Pod pod) {
    return pod.getStatus() != null && "Succeeded".equals(pod.getStatus().getPhase());
  }

  /** How often its containers were started again. */
  static int restarts(Pod pod) {
    return containers(pod).mapToInt(PodStatusText::restarts).sum();
  }

  /** Whether a container runs again after it had ended. */
  static boolean restarted(ContainerStatus status) {
    return restarts(status) > 0 && state(status).getRunning() != null;
  }

  /** Whether the kubelet calls the pod ready. */
  static boolean ready(Pod pod) {
    return conditions(pod)
        .anyMatch(it -> it.getType().equals("Ready") && it.getStatus().equals("True"));
  }

  /**
   * A container that will never start.
   *
   * @param reason in the kubelet's one word
   * @param message the kubelet's explanation; empty when it gave none
   */
  record Hopeless(String container, String reason, String message) {
    @Override
    public String toString() {
      return "container %s cannot start: %s%s".formatted(container, reason, tail(message));
    }
  }

  /** The containers that will never start; empty while there is hope. */
  static List<Hopeless> hopeless(Pod pod) {
    return containers(pod).flatMap(status -> hopeless(status).stream()).toList();
  }

  private static Optional<Hopeless> hopeless(ContainerStatus status) {
    if (crashedTwice(status)) {
      return Optional.of(
          new Hopeless(
              status.getName(),
              "it crashed",
              lastEnd(status).map(PodStatusText::ended).orElse("")));
    }
    ContainerStateWaiting waiting = state(status).getWaiting();
    if (waiting == null || !HOPELESS.contains(String.valueOf(waiting.getReason()))) {
      return Optional.empty();
    }
    String message = Objects.requireNonNullElse(waiting.getMessage(), "");
    return DELAYS.stream().anyMatch(message::contains)
        ? Optional.empty()
        : Optional.of(new Hopeless(status.getName(), waiting.getReason(), message));
  }

  /**
   * Whether it ended twice. The kubelet says CrashLoopBackOff of a container only when it ran for
   * less than its pause between two starts; one that runs longer is restarted again and again.
   */
  private static boolean crashedTwice(ContainerStatus status) {
    ContainerState state = state(status);
    ContainerStateTerminated end = state.getTerminated();
    ContainerStateWaiting waiting = state.getWaiting();
    boolean down =
        (end != null && end.getExitCode() != 0)
            || (waiting != null && CRASHED.equals(waiting.getReason()));
    return restarts(status) >= (down ? 1 : 2);
  }

  /** How the container ended the last time; empty when it did not. */
  private static Optional<ContainerStateTerminated> lastEnd(ContainerStatus status) {
    return Stream.of(
            state(status),
            Objects.requireNonNullElseGet(status.getLastState(), ContainerState::new))
        .map(ContainerState::getTerminated)
        .filter(Objects::nonNull)
        .findFirst();
  }

  /** What the pod waits for right now. */
  static String waiting(Pod pod) {
    List<String> words = new ArrayList<>();
    conditions(pod)
        .filter(it -> it.getType().equals("PodScheduled") && it.getStatus().equals("False"))
        .forEach(it -> words.add("not scheduled: " + it.getMessage()));
    containers(pod)
        .filter(status -> !Boolean.TRUE.equals(status.getReady()))
        .forEach(status -> words.add("container %s %s".formatted(status.getName(), words(status))));
    return "pod %s: %s"
        .formatted(
            pod.getMetadata().getName(), words.isEmpty() ? "not ready" : String.join("; ", words));
  }

  /** Why the pod no longer runs; empty while all of its containers that ran still do. */
  static Optional<String> ended(Pod pod) {
    if (pod.getMetadata().getDeletionTimestamp() != null) {
      return Optional.of("pod %s is being deleted".formatted(pod.getMetadata().getName()));
    }
    Set<String> preparing = preparing(pod);
    return containers(pod)
        .filter(it -> !preparing.contains(it.getName()))
        .filter(it -> state(it).getTerminated() != null || restarts(it) > 0)
        .map(
            it ->
                "pod %s: container %s %s"
                    .formatted(pod.getMetadata().getName(), it.getName(), words(it)))
        .findFirst();
  }

  /** Containers that are meant to end before the others start; sidecars are not. */
  private static Set<String> preparing(Pod pod) {
    return Stream.ofNullable(pod.getSpec())
        .flatMap(spec -> Stream.ofNullable(spec.getInitContainers()))
        .flatMap(List::stream)
        .filter(it -> !"Always".equals(it.getRestartPolicy()))
        .map(Container::getName)
        .collect(Collectors.toSet());
  }

  /** All container statuses, those that start first included. */
  static Stream<ContainerStatus> containers(Pod pod) {
    PodStatus status = pod.getStatus();
    return status == null
        ? Stream.empty()
        : Stream.of(status.getInitContainerStatuses(), status.getContainerStatuses())
            .filter(Objects::nonNull)
            .flatMap(List::stream);
  }

  private static String words(ContainerStatus status) {
    ContainerState state = state(status);
    if (state.getWaiting() != null) {
      return "waits: " + state.getWaiting().getReason() + tail(state.getWaiting().getMessage());
    }
    if (state.getTerminated() != null) {
      return ended(state.getTerminated());
    }
    return lastEnd(status)
        .filter(unused -> restarts(status) > 0)
        .map(end -> "was restarted after it " + ended(end))
        .orElse("runs and is not ready yet");
  }

  private static String ended(ContainerStateTerminated end) {
    return "ended with exit status %d (%s)%s"
        .formatted(end.getExitCode(), end.getReason(), tail(end.getMessage()));
  }

  private static int restarts(ContainerStatus status) {
    return status.getRestartCount() == null ? 0 : status.getRestartCount();
  }

  private static ContainerState state(ContainerStatus status) {
    return status.getState() == null ? new ContainerState() : status.getState();
  }

  private static String tail(String message) {
    return message == null || message.isBlank() ? "" : ": " + message.strip();
  }

  private static Stream<PodCondition> conditions(Pod pod) {
    return pod.getStatus() == null || pod.getStatus().getConditions() == null
        ? Stream.empty()
        : pod.getStatus().getConditions().stream();
  }
}
