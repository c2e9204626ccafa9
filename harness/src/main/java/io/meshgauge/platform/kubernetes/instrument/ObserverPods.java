package io.meshgauge.platform.kubernetes.instrument;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Pod;
import io.meshgauge.observer.ObserverClient;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.Teardown;
import io.meshgauge.platform.Wait;
import io.meshgauge.platform.kubernetes.api.PodAccess;
import io.meshgauge.platform.kubernetes.api.ServerSide;
import io.meshgauge.platform.kubernetes.manifest.Labels;
import io.meshgauge.platform.kubernetes.objects.Manifests;
import io.meshgauge.platform.kubernetes.pods.Pods;
import io.meshgauge.topology.Address;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The pods of a session that observe and probe: one on every node, and one outside the mesh for
 * probes where nodes may bypass the proxies. That one is started on first use and runs, idle
 * between probes, until the session ends.
 */
public final class ObserverPods {
  /** Name of the pod outside the mesh, and its label {@code app}. */
  static final String OUTSIDER = "outsider";

  private static final String OBSERVER = "observer";
  private static final Duration READY_TIMEOUT = Duration.ofSeconds(90);
  private static final Wait LISTENING_WAIT = new Wait(READY_TIMEOUT, Duration.ofMillis(250));
  private static final Pattern LISTENING = Pattern.compile("listening (\\d+)");

  private final ServerSide server;
  private final Manifests manifests;
  private final Teardown teardown;
  private final Pods pods;
  private final List<ObserverPod> onNodes;
  private @Nullable ObserverPod outsider;

  /**
   * Starts a pod on every node.
   *
   * @param server of their namespace
   * @param nodes names of the nodes
   * @param teardown closes the connections to the pods
   * @throws PlatformException naming the pod that is not ready or does not listen
   */
  public ObserverPods(
      ServerSide server, Manifests manifests, List<String> nodes, Teardown teardown) {
    this.server = server;
    this.manifests = manifests;
    this.teardown = teardown;
    this.pods = new Pods(server.client(), server.namespace());
    this.onNodes =
        start(OBSERVER, nodes.stream().map(manifests::observer).toList()).stream()
            .map(pod -> connect(pod, pod.getSpec().getNodeName()))
            .toList();
  }

  /** Those on the nodes, outside of every mesh. */
  public List<ObserverPod> onNodes() {
    return onNodes;
  }

  /** The one outside the mesh; starts it on the first node if there is none. */
  public ObserverPod outsider() {
    if (outsider == null) {
      ObjectNode manifest = manifests.outsider(onNodes.get(0).node());
      // The node's name identifies its observer, so this pod needs another one.
      outsider = connect(start(OUTSIDER, List.of(manifest)).get(0), OUTSIDER);
    }
    return outsider;
  }

  private List<Pod> start(String app, List<ObjectNode> objects) {
    objects.forEach(server::apply);
    return pods.awaitReady(Map.of(Labels.APP, app), objects.size(), READY_TIMEOUT);
  }

  private ObserverPod connect(Pod pod, String node) {
    String name = pod.getMetadata().getName();
    int port =
        LISTENING_WAIT.until(
            () -> listening(pods.log(name, OBSERVER)),
            () ->
                "the pod %s did not print its port within %d s"
                    .formatted(name, READY_TIMEOUT.toSeconds()));
    Address address =
        new PodAccess(server.client(), server.namespace()).forward(name, port, teardown);
    ObserverClient observer = new ObserverClient(() -> address, Thread::new);
    teardown.add("close the client of " + name, observer::close);
    return new ObserverPod(node, pod.getStatus().getPodIP(), observer);
  }

  private static Optional<Integer> listening(String log) {
    Matcher found = LISTENING.matcher(log);
    return found.find() ? Optional.of(Integer.parseInt(found.group(1))) : Optional.empty();
  }

  /**
   * An observer pod.
   *
   * @param node name of the node
   * @param host IPv4 address of the node, by which other nodes know it
   * @param client one per session; its heartbeat keeps the observer running
   */
  public record ObserverPod(String node, String host, ObserverClient client) {}
}
