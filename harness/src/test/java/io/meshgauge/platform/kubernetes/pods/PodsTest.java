package io.meshgauge.platform.kubernetes.pods;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.kubernetes.manifest.Labels;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How the wait for pods ends, by what an API server says of all pods of the namespace. */
@EnableKubernetesMockClient(crud = true, https = false)
class PodsTest {
  private static final Map<String, String> SERVICES = Map.of(Labels.TRIAL, "services");
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Duration SHORT = Duration.ofSeconds(1);
  private static final String READY =
      "{conditions: [{type: Ready, status: 'True'}], containerStatuses: [{name: app, ready:"
          + " true}]}";
  private static final String UNREADY =
      "{containerStatuses: [{name: app, ready: false, restartCount: 0, state: {running: {}}}]}";
  private static final String CRASHED_TWICE =
      "{containerStatuses: [{name: app, ready: false, restartCount: 1,"
          + " state: {waiting: {reason: CrashLoopBackOff, message: back-off 10s}},"
          + " lastState: {terminated: {exitCode: 1, reason: Error}}}]}";
  private static final String RESTARTED_TWICE =
      "{containerStatuses: [{name: app, ready: false, restartCount: 2, state: {running: {}},"
          + " lastState: {terminated: {exitCode: 139, reason: Error}}}]}";
  private static final String RESTARTED_ONCE =
      "{containerStatuses: [{name: app, ready: false, restartCount: 1, state: {running: {}},"
          + " lastState: {terminated: {exitCode: 143, reason: Error}}}]}";

  KubernetesClient client;
  KubernetesMockServer server;

  @Test
  void meshPodThatCrashesTwiceEndsTheWait() {
    pod("order-1", "services", RESTARTED_TWICE);
    pod("waypoint-1", "", CRASHED_TWICE);
    log("waypoint-1", "no address for ztunnel");

    assertThatThrownBy(() -> pods().awaitReady(SERVICES, 1, LONG))
        .isInstanceOf(PlatformException.class)
        .hasMessageStartingWith(
            "not ready: pod waypoint-1: container app cannot start: it crashed: ended with exit"
                + " status 1 (Error)")
        .hasMessageEndingWith("Last lines of its log:\n  no address for ztunnel");
  }

  @Test
  void slowCrashLoopIsDetected() {
    pod("waypoint-1", "", RESTARTED_TWICE);

    assertThatThrownBy(() -> pods().awaitPlaced(SERVICES, 1, LONG))
        .hasMessageContaining("pod waypoint-1: container app cannot start: it crashed")
        .hasMessageContaining("exit status 139");
  }

  @Test
  void unreadyPodsAreNamedOnceAndTheFirstWithItsLog() {
    pod("auth-1", "services", READY);
    pod("gateway-1", "services", UNREADY);
    pod("order-1", "services", RESTARTED_ONCE);
    pod("waypoint-1", "", UNREADY);
    log("gateway-1", "waiting for order");
    previousLog("order-1", "peer order is not there");
    client.v1().events().inNamespace("trial").resource(warning("order-1")).create();

    String words =
        String.valueOf(catchThrowable(() -> pods().awaitReady(SERVICES, 3, SHORT)).getMessage());

    assertThat(words)
        .isEqualTo(
            """
            not ready within 1 s: pod order-1: container app was restarted after it ended with exit status 143 (Error); pod gateway-1: container app is running but not ready; pod waypoint-1: container app is running but not ready
            Events: Unhealthy: Startup probe failed
            Last lines of its log:
              peer order is not there\
            """);
  }

  @Test
  void podsThatAreNotThereAreCounted() {
    pod("auth-1", "services", READY);

    assertThatThrownBy(() -> pods().awaitReady(SERVICES, 2, SHORT))
        .hasMessageContaining("1 of 2 pods exist");
  }

  @Test
  void completedPodIsNotAwaited() {
    pod("auth-1", "services", READY);
    pod("pull-check", "", "{phase: Succeeded, containerStatuses: [{name: app, ready: false}]}");

    assertThat(pods().awaitReady(SERVICES, 1, LONG)).hasSize(1);
  }

  private Pods pods() {
    return new Pods(client, "trial");
  }

  private void pod(String name, String part, String status) {
    Pod pod =
        Serialization.unmarshal(
            "metadata: {name: %s, namespace: trial, labels: {%s}}%nspec: {containers: [{name: app}]}%nstatus: %s"
                .formatted(name, part.isEmpty() ? "" : Labels.TRIAL + ": " + part, status),
            Pod.class);
    client.pods().inNamespace("trial").resource(pod).create();
  }

  private void log(String pod, String text) {
    logs(pod, "container=app&tailLines=15", text);
  }

  private void previousLog(String pod, String text) {
    logs(pod, "container=app&previous=true&tailLines=15", text);
  }

  private void logs(String pod, String query, String text) {
    server
        .expect()
        .get()
        .withPath("/api/v1/namespaces/trial/pods/%s/log?pretty=false&%s".formatted(pod, query))
        .andReturn(200, text)
        .always();
  }

  private static Event warning(String pod) {
    return Serialization.unmarshal(
        """
        metadata: {name: warning, namespace: trial}
        type: Warning
        reason: Unhealthy
        message: Startup probe failed
        involvedObject: {kind: Pod, name: %s}
        """
            .formatted(pod),
        Event.class);
  }
}
