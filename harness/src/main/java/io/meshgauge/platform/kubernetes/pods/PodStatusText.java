package io.meshgauge.platform.kubernetes.pods;

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

/** Describes the status of pods. */
public final class PodStatusText {
  private static final String CRASHED = "CrashLoopBackOff";

  /** Waiting reasons of a container that will never start. */
  private static final Set<String> HOPELESS =
      Set.of(
          "ErrImageNeverPull",
          "ImagePullBackOff",
          "InvalidImageName",
          CRASHED,
          "CreateContainerConfigError",
          "CreateContainerError",
          "RunContainerError");

  /**
   * Messages of delays on a busy node, and of a sandbox that has ended; the kubelet tries again.
   */
  private static final List<String> RETRIED =
      List.of(
          "timed out waiting for the condition",
          "context deadline exceeded",
          "namespace path: lstat /proc/0/");

  private PodStatusText() {}

  /** Whether all of its containers have exited successfully. */
  static boolean succeeded(Pod pod) {
    return pod.getStatus() != null && "Succeeded".equals(pod.getStatus().getPhase());
  }

  /** Number of restarts of its containers. */
  static int restarts(Pod pod) {
    return containers(pod).mapToInt(PodStatusText::restarts).sum();
  }

  /** Whether a container runs after a restart. */
  static boolean restarted(ContainerStatus status) {
    return restarts(status) > 0 && state(status).getRunning() != null;
  }

  /** Whether the pod has the condition Ready. */
  public static boolean ready(Pod pod) {
    return has(pod, "Ready");
  }

  /** Whether the pod has a condition. */
  static boolean has(Pod pod, String condition) {
    return conditions(pod)
        .anyMatch(it -> it.getType().equals(condition) && it.getStatus().equals("True"));
  }

  /**
   * A container that will never start.
   *
   * @param reason of the kubelet, one word
   * @param message of the kubelet; empty if there is none
   */
  public record Hopeless(String container, String reason, String message) {
    @Override
    public String toString() {
      return "container %s cannot start: %s%s".formatted(container, reason, tail(message));
    }
  }

  /** The containers that will never start. */
  public static List<Hopeless> hopeless(Pod pod) {
    return containers(pod)
        .flatMap(status -> (isNotRestarted(pod) ? failed(status) : hopeless(status)).stream())
        .toList();
  }

  /** Whether containers of the pod that have failed are not started again. */
  private static boolean isNotRestarted(Pod pod) {
    return pod.getSpec() != null && "Never".equals(pod.getSpec().getRestartPolicy());
  }

  /** A container that has failed for good, or will never start. */
  private static Optional<Hopeless> failed(ContainerStatus status) {
    ContainerStateTerminated end = state(status).getTerminated();
    return end == null || Objects.requireNonNullElse(end.getExitCode(), 0) == 0
        ? hopeless(status)
        : Optional.of(new Hopeless(status.getName(), "it failed and is not restarted", ended(end)));
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
    return RETRIED.stream().anyMatch(message::contains)
        ? Optional.empty()
        : Optional.of(new Hopeless(status.getName(), waiting.getReason(), message));
  }

  /**
   * Whether it exited twice. The kubelet reports CrashLoopBackOff only for a container that ran
   * shorter than the back-off delay; one that runs longer is restarted without this reason.
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

  /** The last exit of the container; empty if it never exited. */
  private static Optional<ContainerStateTerminated> lastEnd(ContainerStatus status) {
    return Stream.of(
            state(status),
            Objects.requireNonNullElseGet(status.getLastState(), ContainerState::new))
        .map(ContainerState::getTerminated)
        .filter(Objects::nonNull)
        .findFirst();
  }

  /** Why the pod is not ready. */
  public static String waiting(Pod pod) {
    List<String> reasons = new ArrayList<>();
    conditions(pod)
        .filter(it -> it.getType().equals("PodScheduled") && it.getStatus().equals("False"))
        .forEach(it -> reasons.add("not scheduled: " + it.getMessage()));
    containers(pod)
        .filter(status -> !Boolean.TRUE.equals(status.getReady()))
        .forEach(
            status -> reasons.add("container %s %s".formatted(status.getName(), describe(status))));
    return "pod %s: %s"
        .formatted(
            pod.getMetadata().getName(),
            reasons.isEmpty() ? "not ready" : String.join("; ", reasons));
  }

  /** Why the pod no longer runs; empty while all of its started containers run. */
  public static Optional<String> ended(Pod pod) {
    if (pod.getMetadata().getDeletionTimestamp() != null) {
      return Optional.of("pod %s is being deleted".formatted(pod.getMetadata().getName()));
    }
    Set<String> preparing = preparing(pod);
    return containers(pod)
        .filter(it -> !preparing.contains(it.getName()))
        .filter(
            it -> state(it).getTerminated() != null || restarts(it) > (neverStarted(it) ? 1 : 0))
        .map(
            it ->
                "pod %s: container %s %s"
                    .formatted(pod.getMetadata().getName(), it.getName(), describe(it)))
        .findFirst();
  }

  /**
   * Whether the container's runtime failed before the program began, so that the one that runs now
   * is the first.
   */
  private static boolean neverStarted(ContainerStatus status) {
    return lastEnd(status).filter(end -> "StartError".equals(end.getReason())).isPresent()
        && state(status).getRunning() != null;
  }

  /** Init containers that exit before the others start; sidecars are not among them. */
  private static Set<String> preparing(Pod pod) {
    return Stream.ofNullable(pod.getSpec())
        .flatMap(spec -> Stream.ofNullable(spec.getInitContainers()))
        .flatMap(List::stream)
        .filter(it -> !"Always".equals(it.getRestartPolicy()))
        .map(Container::getName)
        .collect(Collectors.toSet());
  }

  /** All container statuses, including init containers. */
  public static Stream<ContainerStatus> containers(Pod pod) {
    PodStatus status = pod.getStatus();
    return status == null
        ? Stream.empty()
        : Stream.of(status.getInitContainerStatuses(), status.getContainerStatuses())
            .filter(Objects::nonNull)
            .flatMap(List::stream);
  }

  private static String describe(ContainerStatus status) {
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
        .orElse("is running but not ready");
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
