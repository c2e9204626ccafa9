package io.meshgauge.platform.kubernetes;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.meshgauge.observer.ObserverClient;
import io.meshgauge.platform.Teardown;
import io.meshgauge.platform.Wait;
import io.meshgauge.platform.kubernetes.instrument.Cluster.ObserverPod;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The pod outside the mesh that sends probes where nodes may bypass the proxies. It is started on
 * first use and runs, idle between probes, until the session ends.
 */
final class UnmeshedPod {
  /** Its name, and its label {@code app}. */
  static final String NAME = "outsider";

  private static final Duration READY_TIMEOUT = Duration.ofSeconds(90);
  private static final Wait LISTENING_WAIT = new Wait(READY_TIMEOUT, Duration.ofMillis(250));

  private final KubernetesClient client;
  private final ServerSide server;
  private final Manifests manifests;
  private final Teardown teardown;
  private final Function<String, Optional<Integer>> listening;
  private @Nullable ObserverPod pod;

  /**
   * Creates it without starting the pod.
   *
   * @param teardown closes the port-forward to it
   * @param listening reads its port from its log
   */
  UnmeshedPod(
      KubernetesClient client,
      ServerSide server,
      Manifests manifests,
      Teardown teardown,
      Function<String, Optional<Integer>> listening) {
    this.client = client;
    this.server = server;
    this.manifests = manifests;
    this.teardown = teardown;
    this.listening = listening;
  }

  /** The pod; starts it on that node if there is none. */
  ObserverPod on(String node) {
    if (pod == null) {
      server.apply(manifests.outsider(node));
      Pods pods = new Pods(client, server.namespace());
      List<Pod> ready = pods.awaitReady(Map.of("app", NAME), 1, READY_TIMEOUT);
      String name = ready.get(0).getMetadata().getName();
      int port =
          LISTENING_WAIT.until(
              () -> listening.apply(pods.log(name, "observer")),
              () ->
                  "the pod %s did not print its port within %d s"
                      .formatted(name, READY_TIMEOUT.toSeconds()));
      PodForward forward = PodForward.open(client, server.namespace(), name, port);
      teardown.add("close the port-forward to " + name, forward::close);
      ObserverClient observer = new ObserverClient(forward::address, Thread::new);
      teardown.add("close the client of " + name, observer::close);
      // The node's name identifies its observer, so this pod needs another one.
      pod = new ObserverPod(NAME, ready.get(0).getStatus().getPodIP(), observer);
    }
    return pod;
  }
}
