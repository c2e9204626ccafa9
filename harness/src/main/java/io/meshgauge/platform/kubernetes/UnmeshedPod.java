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
 * The pod from which a stranger calls where nodes are let past the proxies. It is started when the
 * first mesh asks for it, and stays for the session: it does nothing unless it is asked.
 */
final class UnmeshedPod {
  /** Its name, and its label {@code app}. */
  static final String NAME = "outsider";

  private static final Duration READY = Duration.ofSeconds(90);
  private static final Wait LISTENS = new Wait(READY, Duration.ofMillis(250));

  private final KubernetesClient client;
  private final ServerSide server;
  private final Manifests manifests;
  private final Teardown teardown;
  private final Function<String, Optional<Integer>> listening;
  private @Nullable ObserverPod pod;

  /**
   * None yet.
   *
   * @param teardown closes the way to it
   * @param listening finds in its log where it listens
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

  /** The pod, started on some node when it is not there. */
  ObserverPod on(String node) {
    if (pod == null) {
      server.apply(manifests.outsider(node));
      Pods pods = new Pods(client, server.namespace());
      List<Pod> ready = pods.awaitReady(Map.of("app", NAME), 1, READY);
      String name = ready.get(0).getMetadata().getName();
      int port =
          LISTENS.until(
              () -> listening.apply(pods.log(name, "observer")),
              () ->
                  "the pod %s did not say within %d s where it listens"
                      .formatted(name, READY.toSeconds()));
      PodForward forward = PodForward.open(client, server.namespace(), name, port);
      teardown.add("close the way to " + name, forward::close);
      ObserverClient client = new ObserverClient(forward::address, Thread::new);
      teardown.add("close the client of " + name, client::close);
      // The node's name already identifies the node's own observer.
      pod = new ObserverPod(NAME, ready.get(0).getStatus().getPodIP(), client);
    }
    return pod;
  }
}
