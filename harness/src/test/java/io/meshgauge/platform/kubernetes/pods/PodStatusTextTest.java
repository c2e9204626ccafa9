package io.meshgauge.platform.kubernetes.pods;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.utils.Serialization;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PodStatusTextTest {

  @Test
  void anImageThatCannotBePulledIsHopeless() {
    Pod pod =
        waiting("ImagePullBackOff", "Back-off pulling image \"meshgauge/order:9\": not found");

    assertThat(PodStatusText.hopeless(pod))
        .hasToString(
            "[container order cannot start: ImagePullBackOff: Back-off pulling image"
                + " \"meshgauge/order:9\": not found]");
    assertThat(PodStatusText.ready(pod)).isFalse();
  }

  @Test
  void repeatedlyCrashingContainerIsHopeless() {
    Pod pod =
        pod(
            """
            status:
              containerStatuses:
                - name: order
                  ready: false
                  restartCount: 2
                  state: {waiting: {reason: CrashLoopBackOff}}
                  lastState: {terminated: {exitCode: 1, reason: Error}}
            """);

    assertThat(PodStatusText.hopeless(pod))
        .hasToString(
            "[container order cannot start: it crashed: ended with exit status 1 (Error)]");
    assertThat(PodStatusText.ended(pod))
        .contains("pod order-1: container order waits: CrashLoopBackOff");
  }

  @Test
  void failedContainerThatIsNotRestartedIsHopeless() {
    String status =
        """
        status:
          containerStatuses:
            - name: observer
              ready: false
              restartCount: 0
              state: {terminated: {exitCode: 3, reason: Error}}
        """;

    assertThat(PodStatusText.hopeless(pod("spec: {restartPolicy: Never}\n" + status)))
        .hasToString(
            "[container observer cannot start: it failed and is not restarted: ended with exit"
                + " status 3 (Error)]");
    assertThat(PodStatusText.hopeless(pod("spec: {restartPolicy: Always}\n" + status))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ContainerCreating", "PodInitializing", "ErrImagePull"})
  void whileItMayGetBetterThereIsHope(String reason) {
    assertThat(PodStatusText.hopeless(waiting(reason, ""))).isEmpty();
    assertThat(PodStatusText.waiting(waiting(reason, " soon ")))
        .isEqualTo("pod order-1: container order waits: " + reason + ": soon");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "failed to sync configmap cache: timed out waiting for the condition",
        "context deadline exceeded",
        "unable to create new parent process: namespace path: lstat /proc/0/ns/ipc: no such file"
      })
  void delayOfABusyNodeIsRetriedByTheKubelet(String delay) {
    assertThat(PodStatusText.hopeless(waiting("CreateContainerConfigError", delay))).isEmpty();
    assertThat(PodStatusText.hopeless(waiting("CreateContainerConfigError", "no configmap \"x\"")))
        .hasToString(
            "[container order cannot start: CreateContainerConfigError: no configmap \"x\"]");
  }

  @Test
  void aPodThatFitsNoNodeSaysWhy() {
    Pod pod =
        pod(
            """
            status:
              conditions:
                - {type: PodScheduled, status: "False", message: "0/1 nodes: Insufficient cpu."}
            """);

    assertThat(PodStatusText.waiting(pod))
        .isEqualTo("pod order-1: not scheduled: 0/1 nodes: Insufficient cpu.");
    assertThat(PodStatusText.hopeless(pod)).isEmpty();
    assertThat(PodStatusText.ended(pod)).isEmpty();
  }

  @Test
  void podWithoutStatusIsNotReady() {
    assertThat(PodStatusText.waiting(pod(""))).isEqualTo("pod order-1: not ready");
    assertThat(PodStatusText.ready(pod(""))).isFalse();
    assertThat(PodStatusText.ended(pod(""))).isEmpty();
  }

  @Test
  void aPodThatRunsHasNotEnded() {
    Pod pod =
        pod(
            """
            status:
              conditions: [{type: Ready, status: "True"}]
              containerStatuses:
                - {name: order, ready: true, restartCount: 0, state: {running: {}}}
            """);

    assertThat(PodStatusText.ready(pod)).isTrue();
    assertThat(PodStatusText.ended(pod)).isEmpty();
  }

  @Test
  void endedContainerIsReportedWithItsExitStatus() {
    Pod pod =
        pod(
            """
            status:
              containerStatuses:
                - name: order
                  ready: false
                  restartCount: 0
                  state: {terminated: {exitCode: 137, reason: OOMKilled}}
            """);

    assertThat(PodStatusText.ended(pod))
        .contains("pod order-1: container order ended with exit status 137 (OOMKilled)");
  }

  @Test
  void restartedContainerIsDetected() {
    Pod pod =
        pod(
            """
            status:
              containerStatuses:
                - name: order
                  ready: true
                  restartCount: 1
                  state: {running: {}}
                  lastState: {terminated: {exitCode: 3, reason: Error, message: "no heap\\n"}}
            """);

    assertThat(PodStatusText.ended(pod))
        .contains(
            "pod order-1: container order was restarted after it ended with exit status 3 (Error):"
                + " no heap");
  }

  @Test
  void containerThatItsRuntimeStartedAtTheSecondAttemptHasNotEnded() {
    String status =
        """
        status:
          containerStatuses:
            - name: order
              ready: true
              restartCount: %d
              state: {running: {}}
              lastState: {terminated: {exitCode: 128, reason: StartError}}
        """;

    assertThat(PodStatusText.ended(pod(status.formatted(1)))).isEmpty();
    assertThat(PodStatusText.ended(pod(status.formatted(2)))).isPresent();
  }

  @Test
  void restartedSidecarIsDetectedAndACompletedInitContainerIgnored() {
    String spec =
        """
        spec:
          initContainers:
            - {name: istio-init}
            - {name: istio-proxy, restartPolicy: Always}
        status:
          initContainerStatuses:
            - name: istio-init
              ready: true
              restartCount: 1
              state: {terminated: {exitCode: 0, reason: Completed}}
            - {name: istio-proxy, ready: true, restartCount: %d, state: {running: {}}}
          containerStatuses:
            - {name: order, ready: true, restartCount: 0, state: {running: {}}}
        """;

    assertThat(PodStatusText.ended(pod(spec.formatted(0)))).isEmpty();
    assertThat(PodStatusText.ended(pod(spec.formatted(1))))
        .get()
        .asString()
        .contains("istio-proxy");
  }

  @Test
  void aPodThatIsBeingDeletedHasEnded() {
    Pod pod = pod("");
    pod.getMetadata().setDeletionTimestamp("2026-11-21T10:00:00Z");

    assertThat(PodStatusText.ended(pod)).contains("pod order-1 is being deleted");
  }

  private static Pod waiting(String reason, String message) {
    return pod(
        """
        status:
          containerStatuses:
            - name: order
              ready: false
              restartCount: 0
              state: {waiting: {reason: %s, message: '%s'}}
        """
            .formatted(reason, message));
  }

  private static Pod pod(String rest) {
    return Serialization.unmarshal(
        "apiVersion: v1\nkind: Pod\nmetadata: {name: order-1}\n" + rest, Pod.class);
  }
}
